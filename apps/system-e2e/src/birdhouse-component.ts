import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const COMPONENT = join(process.cwd(), 'docs/birdhouse/gatehouse');

/** What env.local and the default.env of the components magpie and twitcher set. */
export type PlatformVariables = Readonly<Record<string, string>>;

/** Evaluates `DELAYED_EVAL`, and writes the variables separated by NUL. */
const SCRIPT = `
. "$COMPONENT/default.env"
eval "$ENV_LOCAL"
for name in $DELAYED_EVAL; do
  value="$(eval "printf %s \\"\\$$name\\"")"
  export "$name=$(eval "printf %s \\"$value\\"")"
done
export VARS OPTIONAL_VARS
env -0
`;

/** The component as birdhouse-deploy renders it: its variables, and its templates. */
export class BirdhouseComponent {
  private readonly variables: ReadonlyMap<string, string>;

  constructor(platform: PlatformVariables, envLocal: PlatformVariables) {
    const local = Object.entries(envLocal).map(([name, value]) => `export ${name}='${value}'`);
    const output = execFileSync('sh', ['-c', SCRIPT], {
      env: { PATH: process.env['PATH'], COMPONENT, ENV_LOCAL: local.join('\n'), ...platform },
      encoding: 'utf8',
    });
    this.variables = new Map(
      output.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
    );
  }

  /** A template, in which only the variables that components list are replaced; others stay as they are. */
  render(file: string, listedElsewhere: readonly string[]): string {
    const listed = new Set([
      ...listedElsewhere,
      ...`${this.value('VARS')} ${this.value('OPTIONAL_VARS')}`
        .split(/\s+/)
        .map((name) => name.replace('$', '')),
    ]);
    return readFileSync(join(COMPONENT, file), 'utf8').replace(/\$\{(\w+)\}/g, (whole, name: string) =>
      listed.has(name) ? this.value(name) : whole,
    );
  }

  /** A compose file, in which compose replaces all variables. */
  compose(file: string): string {
    return readFileSync(join(COMPONENT, file), 'utf8').replace(/\$\{(\w+)\}/g, (_whole, name: string) => {
      if (!this.variables.has(name)) throw new Error(`${file} uses ${name}, which nothing sets`);
      return this.value(name);
    });
  }

  value(name: string): string {
    return this.variables.get(name) ?? '';
  }
}

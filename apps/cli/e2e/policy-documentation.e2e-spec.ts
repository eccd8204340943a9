import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { BuiltProgram } from './harness/built-program';

interface Block {
  readonly language: string;
  /** `file`, `run`, `output` or `pipeline`. */
  readonly kind: string;
  /** Path of a file, or the exit code. */
  readonly argument: string;
  readonly text: string;
}

const PAGE = readFileSync('docs/policy-tests.md', 'utf8');
const blocks: readonly Block[] = [...PAGE.matchAll(/^```(\w+) (\w+) (\S+)\n([^]*?)^```$/gm)].map(
  ([, language = '', kind = '', argument = '', text = '']) => ({ language, kind, argument, text }),
);
const INSTALL = 'npm install --global ./tools/';

interface GitHubWorkflow {
  readonly jobs: Record<
    string,
    { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] }
  >;
}
interface GitLabJob {
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: { readonly junit: string } };
}

/** The script lines of a pipeline. */
function linesOf({ argument, text }: Block): readonly string[] {
  if (argument === '.gitlab-ci.yml') {
    const { before_script, script } = (parse(text) as { policy: GitLabJob }).policy;
    return [...before_script, ...script];
  }
  const { jobs } = parse(text) as GitHubWorkflow;
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

describe('docs/policy-tests.md', () => {
  let gatehouse: BuiltProgram;
  let folder: string;
  let bin: string;

  beforeAll(() => {
    gatehouse = BuiltProgram.build();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-policy-page-'));
    bin = mkdtempSync(join(tmpdir(), 'gatehouse-policy-bin-'));
    writeFileSync(join(bin, 'gatehouse'), `#!/bin/sh\nexec '${process.execPath}' '${gatehouse.path}' "$@"\n`);
    chmodSync(join(bin, 'gatehouse'), 0o755);
  });
  afterAll(() => {
    gatehouse.remove();
    rmSync(folder, { recursive: true, force: true });
    rmSync(bin, { recursive: true, force: true });
  });

  const run = (script: string) =>
    spawnSync('sh', ['-e', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      // No instance, no settings.
      env: { PATH: `${bin}:${process.env['PATH']}`, GATEHOUSE_CONFIG_DIR: gatehouse.configFolder },
    });

  it('has a tutorial whose commands print what it says, one after the other', () => {
    const tutorial = blocks.filter(({ kind }) => kind !== 'pipeline');
    expect(tutorial.filter(({ kind }) => kind === 'run').length).toBe(3);
    let printed = '';
    for (const { kind, argument, text } of tutorial) {
      if (kind === 'file') {
        mkdirSync(dirname(join(folder, argument)), { recursive: true });
        writeFileSync(join(folder, argument), text);
      } else if (kind === 'run') {
        const { status, stdout } = run(text);
        expect({ text, status }).toEqual({ text, status: Number(argument) });
        printed = stdout;
      } else expect(printed).toBe(text);
    }
  });

  it('has pipelines whose lines work in the folder of the tutorial', () => {
    const pipelines = blocks.filter(({ kind }) => kind === 'pipeline');
    expect(pipelines.map(({ argument }) => argument)).toEqual([
      '.github/workflows/policy.yml',
      '.gitlab-ci.yml',
    ]);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const pipeline of pipelines) {
      rmSync(join(folder, 'policy.xml'), { force: true });
      const [install, ...lines] = linesOf(pipeline);
      // The installation of the package is a test of its own.
      expect(install).toBe(`${INSTALL}gatehouse-cli-${version}.tgz`);
      expect(lines.length).toBe(2);
      for (const line of lines) expect({ line, ...run(line) }).toMatchObject({ line, status: 0, stderr: '' });
      expect(existsSync(join(folder, 'policy.xml'))).toBe(true);
      expect(readFileSync(join(folder, 'policy.xml'), 'utf8')).toContain('tests="5" failures="0"');
    }
  });
});

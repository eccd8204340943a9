import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A configuration file cannot be used; each problem is a sentence without values of the file. */
export class InvalidConfigurationFile extends Error {
  override readonly name = 'InvalidConfigurationFile';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

export interface SectionOptions {
  readonly path: string;
  /** Name of the section: a list of objects. */
  readonly section: string;
  /** Replaces `$NAME` and `${NAME}` in all texts; unknown ones are kept. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface ConfigurationSection {
  readonly entries: readonly unknown[];
  /** What is unusual, but can be used. */
  readonly warnings: readonly string[];
}

/** Reads a section of a file in YAML or JSON. Throws {@link InvalidConfigurationFile}. */
export function readConfigurationSection({
  path,
  section: name,
  environment,
}: SectionOptions): ConfigurationSection {
  const empty = (reason: string): ConfigurationSection => ({ entries: [], warnings: [reason] });
  const text = textOf(path);
  if (text === undefined) return empty('the file does not exist');
  const content = expanded(parsed(text), environment);
  if (content === null) return empty('the file is empty');
  if (!isObject(content)) {
    throw new InvalidConfigurationFile([`an object with the section \`${name}\` is expected`]);
  }
  const section = Object.hasOwn(content, name) ? content[name] : undefined;
  if (section === undefined) return empty(`the file has no section \`${name}\``);
  if (section === null) return empty(`the section \`${name}\` is empty`);
  if (!Array.isArray(section)) throw new InvalidConfigurationFile([`\`${name}\` must be a list`]);
  return { entries: section, warnings: [] };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new InvalidConfigurationFile([
      code === 'EISDIR' ? 'it is a directory; a file is expected' : 'the file cannot be read',
    ]);
  }
}

function parsed(text: string): unknown {
  try {
    return (parse(text) as unknown) ?? null;
  } catch (error) {
    // The first line has the problem and its position; the rest quotes the file.
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new InvalidConfigurationFile([`it is neither YAML nor JSON: ${reason}`]);
  }
}

const VARIABLE = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g;

function expanded(value: unknown, environment: SectionOptions['environment']): unknown {
  const expand = (text: string): string =>
    text.replace(
      VARIABLE,
      (written, braced?: string, plain?: string) => environment[braced ?? plain ?? ''] ?? written,
    );
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return expand(one);
    if (Array.isArray(one)) return one.map(walk);
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [expand(name), walk(member)]));
  };
  return walk(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

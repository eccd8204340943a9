import { readFileSync } from 'node:fs';
import {
  InvalidConfigurationFiles,
  configurationPaths,
  positionOf,
  readConfiguration,
  spelledOf,
} from '@gatehouse/desired-state';
import { type Hook, hooksIn } from '@gatehouse/proxy-options';
import type { PatternEngine } from '@gatehouse/service-types';
import { InvalidConfiguration, type ProxySettings } from '@gatehouse/settings';
import { parse } from 'yaml';

/** Hooks by the name of their service. */
export type HooksByService = ReadonlyMap<string, readonly Hook[]>;

/** The hooks of a service as they are written, in values that JSON has. */
export interface WrittenHooks {
  readonly service: string;
  readonly list: unknown;
}

/** A hook file is invalid; the message lists all its errors. */
export class InvalidHookFile extends InvalidConfiguration {
  constructor(
    readonly problems: readonly string[],
    source = 'SVC_PROXY_HOOKS_FILE',
  ) {
    super(
      `The hooks of ${source} cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'InvalidHookFile';
  }
}

/**
 * The hooks of `SVC_PROXY_HOOKS_FILE`, and of the section `proxy_hooks` of configuration files, with
 * the variables of the environment: templates of hooks have dots, variables do not. Fails with `InvalidHookFile`, also where both have hooks for a service, or with
 * `InvalidConfigurationFiles`.
 */
export function readHooks(
  {
    proxyHooksFile,
    ...paths
  }: Parameters<typeof configurationPaths>[0] & Pick<ProxySettings, 'proxyHooksFile'>,
  environment: Readonly<Record<string, string | undefined>>,
  patterns: PatternEngine,
): readonly WrittenHooks[] {
  const all = proxyHooksFile === undefined ? [] : [...readHookFile(proxyHooksFile, patterns)];
  const { entries, messages } = readConfiguration(configurationPaths(paths, ['proxy_hooks']), environment);
  const refused = messages.filter(({ severity }) => severity === 'refused');
  if (refused.length > 0) throw new InvalidConfigurationFiles(refused);
  const services = new Set(all.map(({ service }) => service));
  const problems: string[] = [];
  for (const { key, value } of entries.proxy_hooks) {
    const service = String(key.spelled ?? key.value);
    const list = spelledOf(value);
    const { file, line } = positionOf(key);
    const where = `${file}:${line}: `;
    problems.push(...problemsOf({ service, list }, patterns).map((problem) => `${where}${problem}`));
    if (services.has(service)) problems.push(`${where}${service}: the service has hooks elsewhere already`);
    services.add(service);
    all.push({ service, list });
  }
  if (problems.length > 0) throw new InvalidHookFile(problems, 'the configuration files');
  return all;
}

/**
 * Reads a hook file, in YAML or JSON: an object with a list of hooks for each service name. Fails with
 * `InvalidHookFile`: a proxy with half of its hooks would pass what the other half filters.
 */
export function readHookFile(path: string, patterns: PatternEngine): readonly WrittenHooks[] {
  const written = read(path);
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    throw new InvalidHookFile(['an object with a list of hooks for each service is expected']);
  }
  // A list that is null is an error, not absent.
  const all = Object.entries(written).map(([service, list]) => ({ service, list: list ?? null }));
  const problems = all.flatMap((hooks) => problemsOf(hooks, patterns));
  if (problems.length > 0) throw new InvalidHookFile(problems);
  return all;
}

/** What was read, by service. Fails with `InvalidHookFile`. */
export function hooksByService(written: readonly WrittenHooks[], patterns: PatternEngine): HooksByService {
  const problems = written.flatMap((hooks) => problemsOf(hooks, patterns));
  if (problems.length > 0) throw new InvalidHookFile(problems);
  return new Map(written.map(({ service, list }) => [service, hooksIn(list, service, patterns).hooks]));
}

function problemsOf({ service, list }: WrittenHooks, patterns: PatternEngine): string[] {
  return hooksIn(list, service, patterns).problems.map(
    ({ path, expected }) => `${path}: expected ${expected}`,
  );
}

function read(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new InvalidHookFile(['the file cannot be read']);
  }
  try {
    return parse(text) as unknown;
  } catch (error) {
    // The first line has the problem and its position; the rest quotes the file.
    const [problem = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new InvalidHookFile([`it is neither YAML nor JSON: ${problem}`]);
  }
}

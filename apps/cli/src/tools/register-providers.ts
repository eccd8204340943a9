import { readConfiguration } from '../configuration/read-configuration';
import type { Context } from '../context';
import { Failure, UsageError } from '../failures';
import { signInAdministrator } from './administrator';
import { isObject } from './is-object';
import { type DefinedService, type ProviderRegistry, ProvidersOfInstance } from './provider-registry';

interface Values {
  readonly config_file?: readonly string[] | undefined;
  readonly force?: boolean | undefined;
  readonly no_getcapabilities?: boolean | undefined;
  readonly push?: boolean | undefined;
  readonly db?: boolean | undefined;
  readonly config?: string | undefined;
}

type Result = 'created' | 'changed' | 'unchanged' | 'failed';
const PUBLIC_PERMISSION = 'getcapabilities';

/** Registers the services of configuration files. The first definition of a name counts, or the last one with `force`. */
export async function registerProviders(context: Context, values: Values): Promise<void> {
  const { output } = context;
  const paths = values.config_file ?? [
    context.environment['SVC_PROVIDERS_CONFIG_PATH'] || 'config/providers.cfg',
  ];
  const definitions = await definitionsIn(context, paths, values.force === true);
  const registry = await registryOf(context, values);
  const results: { service_name: string; result: Result }[] = [];
  try {
    for (const [name, service] of definitions) {
      context.signal.throwIfAborted();
      const { result, refusal } = await register(registry, name, service, values);
      const refused =
        refusal ?? (values.no_getcapabilities ? undefined : await registry.publish(name, PUBLIC_PERMISSION));
      if (refused !== undefined) output.warn(`${name}: ${refused}`);
      const outcome = refused === undefined ? result : 'failed';
      output.note(`${name}: ${outcome}`);
      results.push({ service_name: name, result: outcome });
    }
  } finally {
    await registry.close();
  }
  if (output.format === 'json') output.json({ services: results });
  const failed = results.filter(({ result }) => result === 'failed').length;
  if (failed > 0) throw new Failure(`${failed} of ${results.length} services could not be registered.`);
}

async function registryOf(context: Context, { db, config }: Values): Promise<ProviderRegistry> {
  if (db) {
    const { providersInDatabase } = await import('../operation/operation');
    return providersInDatabase(context, config);
  }
  const session = await signInAdministrator(context, {});
  return new ProvidersOfInstance(session.api, () => session.end());
}

async function definitionsIn(
  context: Context,
  paths: readonly string[],
  lastCounts: boolean,
): Promise<Map<string, DefinedService>> {
  const found = new Map<string, DefinedService>();
  const { sectionsOf } = await readConfiguration(context, paths, ['providers']);
  for (const { file, value } of sectionsOf('providers')) {
    if (value === null) continue;
    if (!isObject(value)) throw new UsageError(`${file}: providers is not a mapping of names.`);
    for (const [name, definition] of Object.entries(value))
      if (lastCounts || !found.has(name)) found.set(name, definedService(`${file}: ${name}`, definition));
  }
  return found;
}

function definedService(place: string, definition: unknown): DefinedService {
  if (!isObject(definition)) throw new UsageError(`${place} is not a definition.`);
  const { url, type, sync_type, configuration } = definition;
  if (typeof url !== 'string' || typeof type !== 'string')
    throw new UsageError(`${place}: url and type are texts.`);
  if (!isAbsent(sync_type) && typeof sync_type !== 'string')
    throw new UsageError(`${place}: sync_type is a text.`);
  if (!isAbsent(configuration) && !isObject(configuration))
    throw new UsageError(`${place}: configuration is an object.`);
  return { url, type, sync_type, configuration };
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

async function register(
  registry: ProviderRegistry,
  name: string,
  service: DefinedService,
  { force, push = false }: Values,
): Promise<{ readonly result: Result; readonly refusal?: string | undefined }> {
  const stored = await registry.stored(name);
  if (!stored) return { result: 'created', refusal: await registry.create(name, service, push) };
  if (!force || (stored.url === service.url && service.configuration === undefined))
    return { result: 'unchanged' };
  return { result: 'changed', refusal: await registry.change(name, service, push) };
}

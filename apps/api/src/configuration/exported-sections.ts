import type { ExportedSection } from '@gatehouse/desired-state';
import { NODE_TABLE, WEBHOOK_TABLE, fieldsWith, isSettable } from '@gatehouse/directory';
import { inByteOrder } from '@gatehouse/names';
import type { ProviderRegistry } from '@gatehouse/sign-in';
import type { Webhooks } from '@gatehouse/webhooks';
import type { NetworkMode } from '../network/network-mode';

export interface SectionSources {
  readonly webhooks: Webhooks;
  readonly providers: ProviderRegistry;
  readonly mode: NetworkMode;
}

/**
 * What was created by requests beside the directory, as sections of configuration files. What comes from files is not in them: it
 * would be defined twice.
 */
export function exportedSections({ webhooks, providers, mode }: SectionSources): ExportedSection[] {
  return [
    {
      section: 'webhooks',
      read: async () => {
        const own = (await webhooks.list()).filter(({ fileKey }) => fileKey === null).sort(byName);
        return {
          entries: own.map((webhook) => entryOf(WEBHOOK_TABLE, { ...webhook })),
          withSecret: own.map(({ name }) => name),
        };
      },
    },
    {
      section: 'identity_providers',
      read: async () => {
        const own = (await providers.store.list())
          .filter(({ name }) => !providers.isFixed(name))
          .sort(byName);
        const withSecret = own.filter(({ secretVersion }) => secretVersion > 0).map(({ name }) => name);
        const variables = secretVariables(withSecret);
        return {
          entries: own.map(({ name, definition }) => ({
            ...definition,
            name,
            ...(variables.has(name) && { client_secret: `\${${variables.get(name)}}` }),
          })),
          withSecret,
        };
      },
    },
    {
      section: 'nodes',
      read: async () => {
        const nodes = mode.isEnabled ? await mode.get().nodes.list() : [];
        return { entries: nodes.map((node) => entryOf(NODE_TABLE, { ...node })), withSecret: [] };
      },
    },
  ];
}

type Table = Parameters<typeof fieldsWith>[0];

/** The fields of an object that files have, without those that have their default. */
function entryOf(table: Table, values: Readonly<Record<string, unknown>>): object {
  const fields = fieldsWith(table, (field) => field.file !== undefined && isSettable(field));
  return Object.fromEntries(
    fields.flatMap(([property, { file, default: implied }]) =>
      file === undefined || values[property] === implied ? [] : [[file, values[property]]],
    ),
  );
}

/**
 * The variables that have to be set where the file is used, one for each provider: none may get the secret of another one whose name
 * differs in its signs only. Shells have no variables that begin with a digit.
 */
export function secretVariables(providers: readonly string[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const taken = new Set<string>();
  for (const provider of providers) {
    const base = provider
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '_')
      .replace(/^(?=\d)/, '_');
    let variable = `${base}_CLIENT_SECRET`;
    for (let count = 2; taken.has(variable); count++) variable = `${base}_${count}_CLIENT_SECRET`;
    taken.add(variable);
    variables.set(provider, variable);
  }
  return variables;
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return inByteOrder(one.name, other.name);
}

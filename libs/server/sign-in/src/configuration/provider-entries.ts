import { type FileValue, type Message, isUnsetVariable, messageAt, plainOf } from '@gatehouse/desired-state';
import { Problem, problem } from '@gatehouse/problems';
import { isObject } from '../provider-http';
import { invalid } from './field-values';
import { type RawDefinition, PRESETS } from './presets';
import { readProvider } from './read-provider';

/** An entry of `identity_providers` as a definition. One with a preset is named like it by default. */
export function definitionIn(entry: FileValue): RawDefinition {
  const plain = plainOf(entry);
  const input: RawDefinition = isObject(plain) ? plain : {};
  const { preset } = input;
  const isPreset = typeof preset === 'string' && Object.hasOwn(PRESETS, preset);
  return input['name'] === undefined && isPreset ? { name: preset, ...input } : input;
}

/** What is wrong with one of several definitions; `taken` are the names that it cannot have. `read` throws `Problem`. */
export function problemOf(
  input: RawDefinition,
  taken: ReadonlySet<string>,
  read: (input: RawDefinition) => unknown,
): Problem | undefined {
  if (taken.has(String(input['name']))) return problem('provider_name_taken');
  const { client_secret: secret } = input;
  // The provider would reject it with the first sign-in only.
  if (typeof secret === 'string' && isUnsetVariable(secret))
    return invalid('client_secret', 'a value, and its environment variable is not set');
  try {
    read(input);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/**
 * The problems of entries as a start would report them, apart from names in settings, and URLs to which this deployment sends no
 * requests. Each of them prevents the start.
 */
export function validateProviderEntries(entries: readonly FileValue[]): Message[] {
  const taken = new Set<string>();
  return entries.flatMap((value, index) => {
    const input = definitionIn(value);
    const found = problemOf(input, taken, (one) => readProvider(one, () => undefined));
    taken.add(String(input['name']));
    if (!found) return [];
    return [messageAt('refused', { path: `identity_providers[${index}]`, value }, found)];
  });
}

import {
  type DesiredState,
  type Message,
  type Place,
  lineOf,
  positionOf,
  readConfiguration,
  readUploaded,
  refusals,
  validate,
} from '@gatehouse/desired-state';
import type { DecisionSettings } from '@gatehouse/settings';
import type { Environment } from '../../connection/config-folder';
import { Failure } from '../../failures';
import type { ExportedFile } from '../export-files';

/** The sections that decisions depend on. */
const SECTIONS = ['providers', 'groups', 'users', 'permissions'] as const;

type Options = Pick<DecisionSettings, 'configHooks'>;
type Read = { readonly state: DesiredState; readonly messages: readonly Message[] };

/** The state that files state together, as a start reads them: variables are those of the environment. */
export function stateOfFiles(
  paths: readonly string[],
  { configHooks: hooks }: Options,
  environment: Environment,
): Read {
  const sections = paths.map((path) => ({ path, sections: SECTIONS, required: [] }));
  const { entries, messages } = readConfiguration(sections, environment);
  // A start waits for files that do not exist yet; here it is a mistake.
  const missing = messages.find(({ code }) => code === 'configuration_not_readable');
  if (missing) throw new Failure(lineOf(missing));
  const { state, messages: found } = validate(entries, { hooks });
  return { state, messages: [...messages, ...found] };
}

/** The same for an export: there are no variables in it. */
export function stateOfExport(files: readonly ExportedFile[], { configHooks: hooks }: Options): Read {
  const { entries, messages } = readUploaded(files);
  const { state, messages: found } = validate(entries, { hooks });
  // An export has sections that only starts apply. Nothing is decided by them, and nobody can leave them out.
  const telling = messages.filter(({ code }) => code !== 'configuration_section_at_start');
  return { state, messages: [...telling, ...found] };
}

/** Throws a {@link Failure} with what refuses the files; what is skipped or unusual is warned about. */
export function reviewed(
  messages: readonly Message[],
  isStrict: boolean,
  warn: (text: string) => void,
): void {
  const refused = refusals(messages, isStrict);
  if (refused.length > 0) throw new Failure(`The files cannot be used:\n${refused.map(lineOf).join('\n')}`);
  for (const message of messages) warn(lineOf(message));
}

/** `{file}:{line}`. */
export function lineOfPlace({ value }: Place): string {
  const { file, line } = positionOf(value);
  return `${file}:${line}`;
}

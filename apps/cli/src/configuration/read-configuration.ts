import type { Context } from '../context';
import { Failure, UsageError } from '../failures';
import { counted } from './counted';
import type { FileMessage, SentConfiguration } from './sent-configuration';
import { showMessages } from './show-messages';

/** Reads files to be sent, or some of their sections. Throws a {@link Failure} after it has shown why they cannot be used. */
export async function readConfiguration(
  context: Context,
  paths: readonly string[],
  sections?: readonly string[],
): Promise<SentConfiguration> {
  const operation = await import('../operation/configuration');
  const configuration = await operation.readConfiguration(paths, context.environment, sections);
  const refused = configuration.messages.filter(({ severity }) => severity === 'refused');
  if (refused.length > 0 && context.output.format === 'json')
    context.output.json({ refused: true, messages: configuration.messages });
  showMessages(context.output, configuration.messages);
  rejectRefused(refused);
  rejectNoFiles(paths, configuration.files.length);
  return configuration;
}

/** Throws {@link UsageError} for paths without files. */
export function rejectNoFiles(paths: readonly string[], files: number): void {
  if (files === 0)
    throw new UsageError(
      `${paths.join(', ')}: there is no file whose name ends in .cfg, .json, .yml or .yaml.`,
    );
}

/** Throws a {@link Failure} with the number of messages that refuse a configuration, if there are any. */
export function rejectRefused({ length }: readonly FileMessage[]): void {
  if (length > 0) throw new Failure(`The configuration cannot be used: ${counted(length, 'problem')}.`);
}

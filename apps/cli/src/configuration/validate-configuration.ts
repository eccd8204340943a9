import type { Context } from '../context';
import { counted } from './counted';
import { rejectNoFiles, rejectRefused } from './read-configuration';
import { showMessages } from './show-messages';

interface Values {
  readonly files: readonly string[];
  readonly strict?: boolean | undefined;
}

/** Validates files without an instance. Throws a `Failure` if they cannot be used. */
export async function validateConfiguration(
  { output, environment }: Context,
  { files: paths, strict = false }: Values,
): Promise<void> {
  const { validateFiles } = await import('../operation/configuration');
  const { messages, files, entries } = await validateFiles(paths, environment, strict);
  const refused = messages.filter(({ severity }) => severity === 'refused');
  if (output.format === 'json') output.json({ valid: refused.length === 0, files, entries, messages });
  else showMessages(output, messages);
  rejectRefused(refused);
  rejectNoFiles(paths, files);
  output.note(`${counted(files, 'file')} with ${counted(entries, 'entry', 'entries')} can be used.`);
}

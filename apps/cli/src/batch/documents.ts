import { readFile } from 'node:fs/promises';
import { UsageError } from '../failures';
import { standardInput } from '../standard-input';

/** Bytes of a file of records; more are not a batch, but a mistake. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The content of a file, or of standard input for `-`. Throws {@link UsageError}. */
export async function contentOf(path: string): Promise<string> {
  const bytes = path === '-' ? await standardInput(MAX_BYTES, inputTooLong) : await fileContent(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${nameOf(path)} is not encoded in UTF-8.`);
  }
}

export function nameOf(path: string): string {
  return path === '-' ? 'Standard input' : path;
}

/** A JSON value: of an option itself, or of the file (JSON or YAML) that it names after `@`. Throws {@link UsageError}. */
export async function readDocument(text: string): Promise<unknown> {
  if (!text.startsWith('@')) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new UsageError(
        `'${text}' is not JSON: ${(error as Error).message}`,
        undefined,
        'A file: @<path>',
      );
    }
  }
  const path = text.slice(1);
  return parseYaml(await contentOf(path), path);
}

/** JSON is a subset of YAML. Throws {@link UsageError} with the line. */
export async function parseYaml(content: string, path: string): Promise<unknown> {
  const { yamlDocument } = await import('./yaml-documents');
  try {
    return yamlDocument(content);
  } catch (error) {
    // What follows the first line is the part of the text.
    const [reason = ''] = (error as Error).message.split('\n');
    throw new UsageError(`${nameOf(path)}: ${reason.replace(/:$/, '.')}`);
  }
}

async function fileContent(path: string): Promise<Buffer> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'}).`);
  }
  if (content.length > MAX_BYTES) throw new UsageError(`${path} has more than ${MAX_BYTES} bytes.`);
  return content;
}

function inputTooLong(): UsageError {
  return new UsageError(`Standard input has more than ${MAX_BYTES} bytes.`);
}

import type { Output } from '../output/output';
import type { Style } from '../output/paint';
import type { FileMessage } from './sent-configuration';

const STYLES: Readonly<Record<FileMessage['severity'], Style>> = {
  refused: 'red',
  skipped: 'yellow',
  ignored: 'yellow',
  warning: 'yellow',
};

/** Messages about files, a line each on standard error. Output for programs has them in its document. */
export function showMessages(output: Output, messages: readonly FileMessage[]): void {
  if (output.format === 'json') return;
  for (const message of messages)
    output.labelled(message.severity, lineOf(message), STYLES[message.severity]);
}

/** `maps.yml:14:5: permissions[0]: Service not found. (service_not_found) Check the name …` */
export function lineOf({ file, line, column, path, detail, error_code: code, remedy }: FileMessage): string {
  const place = file === null ? '' : `${file}:${line}:${column}`;
  const where = [place, path].filter((part) => part !== '').join(': ');
  return `${where}: ${detail} (${code}) ${remedy}`;
}

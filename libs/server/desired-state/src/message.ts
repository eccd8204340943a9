import { CATALOGUE, type ErrorCode, type Localized, type Problem } from '@gatehouse/problems';
import { type FileValue, type Position, positionOf } from './read/file-value';
import { maskOf } from './read/variables';

/**
 * What follows from it: the whole configuration is refused, the entry is skipped, a part of it is ignored, or nothing but the
 * message. In strict mode, all but warnings refuse the configuration: {@link weighed}.
 */
export type Severity = 'refused' | 'skipped' | 'ignored' | 'warning';

/** Something in the files, or about them, that an operator has to know. */
export interface Message {
  readonly severity: Severity;
  readonly code: ErrorCode;
  /** Undefined for what is about no place in a file, such as a path that cannot be read. */
  readonly position?: Position;
  /** Path of the value: `permissions[3].user`. */
  readonly path: string;
  /** What is wrong. The values of variables are not in it. */
  readonly detail: Localized;
  /** What to do. */
  readonly remedy: Localized;
}

/** Where the value is that a message is about. */
export interface Place {
  readonly path: string;
  readonly value: FileValue;
  /** What contains everything that the text of the problem may repeat; the value by default. */
  readonly around?: FileValue;
}

export function messageAt(
  severity: Severity,
  { path, value, around = value }: Place,
  found: Problem,
): Message {
  return {
    severity,
    code: found.errorCode,
    position: positionOf(value),
    path,
    detail: textOf(found, maskOf(around)),
    remedy: CATALOGUE[found.errorCode].remedy,
  };
}

/** A message about a file or folder as a whole. */
export function messageOf(severity: Severity, path: string, found: Problem): Message {
  return {
    severity,
    code: found.errorCode,
    path,
    detail: textOf(found),
    remedy: CATALOGUE[found.errorCode].remedy,
  };
}

/** The text of a problem in each language, as a mask shows it. */
function textOf(found: Problem, mask = (text: string): string => text): Localized {
  return { en: mask(found.detail), fr: mask(found.detailIn('fr')) };
}

/** A line for logs and terminals, in English: `permissions.cfg:12:5: permissions[3]: No service has this name. (service_not_found) …` */
export function lineOf({ position, path, detail, code, remedy }: Message): string {
  const place = position ? `${position.file}:${position.line}:${position.column}` : '';
  const where = [place, path].filter((part) => part !== '').join(': ');
  return `${where}: ${detail.en} (${code}) ${remedy.en}`;
}

/** Messages with what follows from them in strict mode, if it is that. */
export function weighed(messages: readonly Message[], isStrict: boolean): readonly Message[] {
  if (!isStrict) return messages;
  return messages.map((one) => (one.severity === 'warning' ? one : { ...one, severity: 'refused' }));
}

/** The messages that refuse the configuration. */
export function refusals(messages: readonly Message[], isStrict: boolean): readonly Message[] {
  return weighed(messages, isStrict).filter(({ severity }) => severity === 'refused');
}

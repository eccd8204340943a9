import { type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import type { Settings } from '@gatehouse/settings';
import { terminalLine } from './terminal';

/** The fields that a log line may carry. A list of what is allowed, because a list of secrets is never complete. */
export interface LogFields {
  readonly requestId?: string;
  readonly method?: string;
  /** Path and query after redaction; never as received. */
  readonly url?: string;
  readonly route?: string;
  readonly status?: number;
  /** Milliseconds. */
  readonly durationMs?: number;
  readonly address?: string;
  readonly userId?: number;
  readonly service?: string;
  readonly permission?: string;
  readonly reason?: string;
  /** `error_code` of the reply. */
  readonly errorCode?: string;
  readonly revision?: number;
  /** The newest revision of the database. */
  readonly newest?: number;
  /** Milliseconds for which the snapshot has not been known to be the newest. */
  readonly behindMs?: number;
  readonly port?: number;
  readonly count?: number;
  readonly webhookId?: number;
  readonly deliveryId?: string;
  /** Name of another instance. */
  readonly node?: string;
  readonly error?: unknown;
}

/** One event a line on standard output: as JSON, or as readable text if that is a terminal. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

const FIELDS: readonly (keyof LogFields)[] = [
  'requestId',
  'method',
  'url',
  'route',
  'status',
  'durationMs',
  'address',
  'userId',
  'service',
  'permission',
  'reason',
  'errorCode',
  'revision',
  'newest',
  'behindMs',
  'port',
  'count',
  'webhookId',
  'deliveryId',
  'node',
];

export function createLogger(name: string, settings: Pick<Settings, 'logLevel'>): Logger {
  const options = { name, level: settings.logLevel, base: { name }, timestamp: stdTimeFunctions.isoTime };
  const sink = process.stdout.isTTY ? pino(options, terminal(process.stdout)) : pino(options);
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: LogFields, message: string) =>
    write(sink, level, fields, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function terminal(stream: NodeJS.WriteStream): { write(json: string): void } {
  const hasColours = stream.hasColors();
  return { write: (json) => void stream.write(terminalLine(json, hasColours)) };
}

function write(
  sink: PinoLogger,
  level: 'debug' | 'info' | 'warn' | 'error',
  fields: LogFields,
  message: string,
): void {
  if (!sink.isLevelEnabled(level)) return;
  const line: Record<string, unknown> = {};
  for (const field of FIELDS) if (fields[field] !== undefined) line[field] = fields[field];
  if (fields.error !== undefined) line['error'] = describeError(fields.error);
  sink[level](line, message);
}

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
}

/**
 * SQLSTATEs whose messages are about the server and the connection, and quote no row: classes 08, 28, 3D, 53, 57P and 58, and a
 * server that only reads. Without them, nobody knows what to repair.
 */
const ABOUT_SERVER = /^(?:08...|28...|3D...|53...|57P..|58...|25006)$/;

/**
 * The parts of an error that may be logged: class, message and stack. Not its other properties: a database error carries the
 * parameters of its query, an HTTP error its headers. The message of a database error can quote a row, so it is cut to
 * the code, unless it is about the server.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown value' };
  const code: unknown = Reflect.get(error, 'code');
  const isDatabaseError = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  const stack = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  return {
    type: error.constructor.name,
    message: isDatabaseError ? describeAnswer(code, error.message) : error.message,
    ...(stack ? { stack } : {}),
  };
}

function describeAnswer(code: string, message: string): string {
  return ABOUT_SERVER.test(code) ? `database error ${code}: ${message}` : `database error ${code}`;
}

/** For components that may run without a log. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  return undefined;
}

import { type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import type { Settings } from '@gatehouse/settings';

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
  readonly revision?: number;
  readonly port?: number;
  readonly count?: number;
  readonly error?: unknown;
}

/** JSON lines on standard output, one event a line. */
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
  'revision',
  'port',
  'count',
];

export function createLogger(name: string, settings: Pick<Settings, 'logLevel'>): Logger {
  const sink = pino({
    name,
    level: settings.logLevel,
    base: { name },
    timestamp: stdTimeFunctions.isoTime,
  });
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: LogFields, message: string) =>
    write(sink, level, fields, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
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
 * What a log may say of an error: class, message and stack. Not its other properties: a database error carries the
 * parameters of its query, an HTTP error its headers. The message of a database error can quote a row, so it is cut to
 * the code.
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
    message: isDatabaseError ? `database error ${code}` : error.message,
    ...(stack ? { stack } : {}),
  };
}

/** For parts that may run without anybody listening. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  return undefined;
}

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A header as sent. */
export type HeaderLine = readonly [name: string, value: string];

/** The headers of a request in the forms in which Node presents them. */
export type RequestHead = Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'rawHeaders'>;

/** Headers of which Node keeps the first value. Source: documentation of `message.headers`. */
const FIRST_COUNTS: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/** The headers of a request that is not sent, as Node would present them if it were. */
export function testedHead(lines: readonly HeaderLine[]): RequestHead {
  const distinct = new Map<string, string[]>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    const values = distinct.get(key);
    if (values) values.push(value);
    else distinct.set(key, [value]);
  }
  const headers: IncomingHttpHeaders = {};
  for (const [name, values] of distinct) {
    if (name === 'set-cookie') headers[name] = values;
    else headers[name] = FIRST_COUNTS.has(name) ? values[0] : values.join(name === 'cookie' ? '; ' : ', ');
  }
  return { headers, headersDistinct: Object.fromEntries(distinct), rawHeaders: lines.flat() };
}

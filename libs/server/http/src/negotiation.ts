import type { IncomingMessage } from 'node:http';
import { acceptedRanges, preferredType } from '@gatehouse/wire';
import { listText, problem } from '@gatehouse/problems';

/** How a reply is written: the `type` of its body and the writer of its text. */
export interface Format {
  readonly type: string;
  readonly contentType: string;
  readonly writer: 'json' | 'html' | 'xml';
}

const JSON_FORMAT: Format = {
  type: 'application/json',
  contentType: 'application/json; charset=UTF-8',
  writer: 'json',
};
const HTML: Format = { type: 'text/html', contentType: 'text/html; charset=UTF-8', writer: 'html' };
const PLAIN: Format = { type: 'text/plain', contentType: 'text/plain; charset=UTF-8', writer: 'json' };
const TEXT_XML: Format = { type: 'text/xml', contentType: 'text/xml; charset=UTF-8', writer: 'xml' };
const APPLICATION_XML: Format = {
  type: 'application/xml',
  contentType: 'application/xml; charset=UTF-8',
  writer: 'xml',
};

const OFFERED: readonly Format[] = [JSON_FORMAT, HTML, PLAIN, APPLICATION_XML, TEXT_XML];

/**
 * The reader of the reply at an address that users open directly, such as a link in a mail: a browser, which
 * names `text/html`; a program that requests JSON explicitly; or a client that does neither.
 */
export type Reader = 'person' | 'json' | 'unspecified';

/** `format` in the query decides, then the types that `Accept` names; wildcards name none. */
export function readerOf({ headers }: IncomingMessage, rawQuery: string): Reader {
  const byQuery = MAY_NAME_FORMAT.test(rawQuery) ? askedFor(new URLSearchParams(rawQuery)) : undefined;
  if (byQuery) return READERS[byQuery.type] ?? 'unspecified';
  const ranges = acceptedRanges(headers.accept ?? '');
  const quality = ({ type }: Format): number =>
    Math.max(
      0,
      ...ranges.filter((range) => `${range.type}/${range.subtype}` === type).map((range) => range.quality),
    );
  const [json, html] = [quality(JSON_FORMAT), quality(HTML)];
  if (json > html) return 'json';
  return html > 0 ? 'person' : 'unspecified';
}

const READERS: Readonly<Record<string, Reader>> = { 'application/json': 'json', 'text/html': 'person' };

const OFFERED_TYPES = OFFERED.map(({ type }) => type);

const BY_QUERY: Readonly<Record<string, Format>> = {
  json: JSON_FORMAT,
  html: HTML,
  text: PLAIN,
  plain: PLAIN,
  xml: TEXT_XML,
  ...Object.fromEntries(OFFERED.map((format) => [format.type, format])),
};

export const DEFAULT_FORMAT = JSON_FORMAT;

/**
 * The format of the reply: a known `format` in the query, else `Accept` as HTTP defines it. A browser's list, which
 * holds both `text/html` and the wildcard, means JSON on an API. Throws 406. Reference: http#reply-formats.
 */
export function negotiate(request: IncomingMessage, rawQuery: string): Format {
  const byQuery = MAY_NAME_FORMAT.test(rawQuery) ? askedFor(new URLSearchParams(rawQuery)) : undefined;
  if (byQuery) return byQuery;
  const { accept = '' } = request.headers;
  const cached = negotiated.get(accept);
  if (cached) return cached;
  const format = accepted(accept);
  if (accept.length <= MAX_KEPT_LENGTH && negotiated.size < MAX_KEPT) negotiated.set(accept, format);
  return format;
}

/** A query that has a field `format`, or one with an escape that may spell it. */
const MAY_NAME_FORMAT = /format|%/;

/** Formats by the `Accept` headers that were met first: those of a deployment's clients are few. */
const negotiated = new Map<string, Format>();
const MAX_KEPT = 200;
const MAX_KEPT_LENGTH = 200;

function askedFor(query: URLSearchParams): Format | undefined {
  const format = query.getAll('format').at(-1);
  return format !== undefined && Object.hasOwn(BY_QUERY, format) ? BY_QUERY[format] : undefined;
}

function accepted(accept: string): Format {
  // A list without members is equivalent to an absent header (RFC 9110, 5.6.1 and 12.5.1).
  if (/^[\s,]*$/.test(accept)) return JSON_FORMAT;
  const ranges = acceptedRanges(accept);
  const accepts = (type: string, subtype: string): boolean =>
    ranges.some((range) => range.type === type && range.subtype === subtype && range.quality > 0);
  const best = preferredType(ranges, OFFERED_TYPES);
  const isBrowser = accepts('text', 'html') && accepts('*', '*');
  if (isBrowser && preferredType(ranges, [JSON_FORMAT.type]) !== undefined) return JSON_FORMAT;
  const format = OFFERED.find((offered) => offered.type === best);
  if (format) return format;
  throw problem(
    'not_acceptable',
    { types: OFFERED_TYPES.join(', ') },
    {
      param: {
        name: 'Accept Header or Format Query',
        value: accept.slice(0, 200),
        compare: listText(OFFERED_TYPES),
        conditions: { is_in: false },
      },
    },
  );
}

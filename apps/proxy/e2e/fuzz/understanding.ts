import { gunzipSync } from 'node:zlib';
import type { ReceivedRequest } from '../interpretation/acts';
import { type LooseDocument, looseDocument } from './document';
import { formDecoded, pathSegments } from './reading';

/** A possible interpretation of a request by a service. */
export interface Understood {
  readonly reader: string;
  /** Whether it reads only the query or only the body. */
  readonly isPartial: boolean;
  readonly method: string;
  readonly segments: readonly string[];
  /** By name in lower case; the operation of a document is its `request`. */
  readonly values: ReadonlyMap<string, string>;
  readonly document: LooseDocument | undefined;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** The content of a body. */
interface Content {
  readonly pairs: Pairs;
  readonly document: LooseDocument | undefined;
}

const NOTHING: Content = { pairs: [], document: undefined };

/** How services may normalize the names of parameters. */
const FOLDINGS: Readonly<Record<string, (name: string) => string>> = {
  'as named': (name) => name.toLowerCase(),
  folding: (name) =>
    name
      .trim()
      .replace(/[[\0].*$/s, '')
      .toUpperCase()
      .toLowerCase(),
};

/**
 * How services may interpret a received request: by the query, by the body or by both, by the first or by
 * the last of two values, lenient about names, types and documents. None of it is shared with the proxy.
 */
export function understandingsOf(received: ReceivedRequest): readonly Understood[] {
  const { method, path, query } = received;
  const segments = pathSegments(path);
  const inQuery: Pairs = formDecoded(query);
  return contentsOf(received).flatMap((content) => {
    const sources: Readonly<Record<string, Pairs>> = {
      query: inQuery,
      body: content.pairs,
      'query and body': [...inQuery, ...content.pairs],
      'body and query': [...content.pairs, ...inQuery],
    };
    return Object.entries(sources).flatMap(([source, pairs]) =>
      Object.entries(FOLDINGS).flatMap(([folding, fold]) =>
        (['first', 'last'] as const).map((choice) => ({
          reader: `${choice} of ${source}, ${folding}`,
          isPartial: source === 'query' || source === 'body',
          method,
          segments,
          // A map keeps the last.
          values: new Map(
            (choice === 'last' ? pairs : [...pairs].reverse()).map(([name, value]) => [fold(name), value]),
          ),
          document: source === 'query' ? undefined : content.document,
        })),
      ),
    );
  });
}

/** The content of a body, regardless of its declared type: servers compare types loosely, or not at all. */
function contentsOf({ headers, body }: ReceivedRequest): readonly Content[] {
  if (body.length === 0) return [NOTHING];
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const isZipped = valuesOf('content-encoding').some((value) => /gzip/i.test(value));
  const text = (isZipped ? unzipped(body) : body).toString('utf8').replace(/^\ufeff/, '');
  const boundary = /boundary=([^;,]+)/.exec(valuesOf('content-type').join())?.[1];
  if (boundary !== undefined) return [{ ...NOTHING, pairs: fieldsOf(text, boundary) }];
  if (/^\s*</.test(text)) {
    const document = looseDocument(text);
    return document ? [{ pairs: [['request', document.elements[0]?.name ?? '']], document }] : [NOTHING];
  }
  if (/^\s*\{/.test(text)) {
    const pairs = membersOf(text);
    const operation = pairs.find(([name]) => name === 'operation')?.[1] ?? 'execute';
    // Only PyWPS reads `operation`; others read `request`.
    return [pairs, [...pairs.filter(([name]) => name !== 'request'), ['request', operation] as const]].map(
      (some) => ({ ...NOTHING, pairs: some }),
    );
  }
  return [{ ...NOTHING, pairs: formDecoded(Buffer.from(text).toString('latin1')) }];
}

function unzipped(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch {
    // Only labelled so.
    return bytes;
  }
}

function fieldsOf(text: string, boundary: string): Pairs {
  return text
    .split(`--${boundary}`)
    .map((part) => /name="([^"]*)"[^\n]*\r\n\r\n(.*)\r\n$/s.exec(part))
    .flatMap((field) => (field ? [[field[1] ?? '', field[2] ?? ''] as const] : []));
}

function membersOf(text: string): Pairs {
  try {
    return Object.entries(JSON.parse(text) as object).map(([name, value]) => [name, String(value)]);
  } catch {
    return [];
  }
}

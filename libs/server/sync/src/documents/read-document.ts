import { type Steps, readJsonText, readUtf8, readXmlEncoding, readXmlSteps } from '@gatehouse/request-body';
import { DOCUMENT_LIMITS, MAX_JSON_BYTES } from '../limits';
import type { SourceDocument } from '../source';
import { SourceFailure } from '../source-failure';
import { bareDocument } from './bare-document';

/** A reply as it was received. */
export interface ReceivedDocument {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;

/** Reads a document in steps. Throws {@link SourceFailure}. */
export function* readSourceDocument(
  { url, contentType = '', bytes }: ReceivedDocument,
  format: 'xml' | 'json',
): Steps<SourceDocument> {
  return format === 'xml'
    ? yield* readXml(url, bytes, CHARSET.exec(contentType)?.[1])
    : yield* readJson(url, bytes);
}

function* readXml(url: string, bytes: Buffer, charset: string | undefined): Steps<SourceDocument> {
  const text = yield* readXmlEncoding(bytes, charset?.toLowerCase());
  if (text === undefined) throw unreadable(url, 'its encoding is not the one that it states');
  const bare = bareDocument(text);
  if (bare === undefined) throw unreadable(url, 'it is not XML, or declares entities');
  const root = yield* readXmlSteps(bare, DOCUMENT_LIMITS);
  if ('problem' in root) throw notRead(url, root.problem);
  return { format: 'xml', url, root };
}

function* readJson(url: string, bytes: Buffer): Steps<SourceDocument> {
  if (bytes.length > MAX_JSON_BYTES) {
    throw new SourceFailure(
      'source_too_large',
      `The document at ${shown(url)} has more than ${MAX_JSON_BYTES / 1024 / 1024} MB.`,
    );
  }
  const text = yield* readUtf8(bytes);
  if (text === undefined) throw unreadable(url, 'it is not in UTF-8');
  const read = yield* readJsonText(text.replace(/^\ufeff/, ''), DOCUMENT_LIMITS.jsonValues);
  if ('problem' in read) throw notRead(url, read.problem);
  return { format: 'json', url, value: read.value };
}

/** What has more parts than are read is too large, and not unreadable. */
function notRead(url: string, problem: string): SourceFailure {
  const limited = problem.replace(/ than SVC_\w+ allows/, ' than are read');
  return limited === problem
    ? unreadable(url, problem)
    : new SourceFailure('source_too_large', `The document at ${shown(url)} is too large: ${limited}.`);
}

function unreadable(url: string, problem: string): SourceFailure {
  return new SourceFailure('source_unreadable', `The document at ${shown(url)} is not read: ${problem}.`);
}

/** A URL as errors state it: without its query, which may have keys. */
export function shown(url: string): string {
  if (!URL.canParse(url)) return 'an unreadable URL';
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

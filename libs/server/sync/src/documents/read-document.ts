import { type Steps, readJsonText, readUtf8, readXmlEncoding, readXmlSteps } from '@gatehouse/request-body';
import type { Localized } from '@gatehouse/problems';
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

const ENCODING: Localized = {
  en: 'its encoding is not the one that it states',
  fr: 'son encodage n’est pas celui qu’il indique',
};
const NOT_XML: Localized = {
  en: 'it is not XML, or declares entities',
  fr: 'ce n’est pas du XML, ou il déclare des entités',
};
const NOT_UTF8: Localized = { en: 'it is not in UTF-8', fr: 'il n’est pas en UTF-8' };
/** In French for any phrase of the readers, which write in English. */
const XML_PROBLEM = 'ce n’est pas du XML bien formé, ou il a des parties qui ne sont pas lues';
const JSON_PROBLEM = 'ce n’est pas du JSON, ou il est imbriqué trop profondément ou a un nom trop long';

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
  if (text === undefined) throw unreadable(url, ENCODING);
  const bare = bareDocument(text);
  if (bare === undefined) throw unreadable(url, NOT_XML);
  const root = yield* readXmlSteps(bare, DOCUMENT_LIMITS);
  if ('problem' in root) throw notRead(url, { en: root.problem, fr: XML_PROBLEM });
  return { format: 'xml', url, root };
}

function* readJson(url: string, bytes: Buffer): Steps<SourceDocument> {
  if (bytes.length > MAX_JSON_BYTES) {
    throw tooLarge(url, MAX_JSON_BYTES);
  }
  const text = yield* readUtf8(bytes);
  if (text === undefined) throw unreadable(url, NOT_UTF8);
  const read = yield* readJsonText(text.replace(/^\ufeff/, ''), DOCUMENT_LIMITS.jsonValues);
  if ('problem' in read) throw notRead(url, { en: read.problem, fr: JSON_PROBLEM });
  return { format: 'json', url, value: read.value };
}

/** What has more parts than are read is too large, and not unreadable. */
function notRead(url: string, problem: Localized): SourceFailure {
  const limited = problem.en.replace(/ than SVC_\w+ allows/, ' than are read');
  return limited === problem.en
    ? unreadable(url, problem)
    : new SourceFailure('source_too_large', {
        en: `The document at ${shown(url)} is too large: ${limited}.`,
        fr: `Le document ${shown(url)} est trop grand : il a plus d’éléments que ce qui est lu.`,
      });
}

function unreadable(url: string, problem: Localized): SourceFailure {
  return new SourceFailure('source_unreadable', {
    en: `The document at ${shown(url)} is not read: ${problem.en}.`,
    fr: `Le document ${shown(url)} n’est pas lu : ${problem.fr}.`,
  });
}

export function tooLarge(url: string, mostBytes: number): SourceFailure {
  const size = mostBytes / 1024 / 1024;
  return new SourceFailure('source_too_large', {
    en: `The document at ${shown(url)} has more than ${size} MB.`,
    fr: `Le document ${shown(url)} a plus de ${size} Mo.`,
  });
}

/** A URL as errors state it: without its query, which may have keys. */
export function shown(url: string): string {
  if (!URL.canParse(url)) return 'an unreadable URL';
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

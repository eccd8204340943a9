import type { RequestBody } from '@gatehouse/service-types';
import { membersOf } from './json';
import { mediaTypeOf } from './media-type';
import { UnreadableDocument, readDocument } from './xml';

/** The headers that say how to read a body, as they were sent. */
export interface BodyHeaders {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

const FORM = 'application/x-www-form-urlencoded';
const XML = /^(?:application|text)\/xml$|\+xml$/;
const JSON_TYPE = /^(?:application|text)\/json$|\+json$/;

/** How documents begin in UTF-16, UTF-7 and EBCDIC. */
const FOREIGN_ENCODING = /^(?:\xfe\xff|\xff\xfe|\+\/v|Lo\xa7\x94)/;

/**
 * Reads a body for the mapping of requests. Whatever a service might read in another way than this is `unreadable`:
 * encoded, not in UTF-8, malformed, too deep, of a type that says nothing about how to read it. Never throws. Spec:
 * permissions 4.5.
 */
export function readRequestBody(
  { contentType = '', contentEncoding }: BodyHeaders,
  bytes: Buffer,
): RequestBody {
  if (bytes.length === 0) return { kind: 'none' };
  if (!/^\s*(?:identity)?\s*$/i.test(contentEncoding ?? '')) return unreadable('it is encoded');
  const type = mediaTypeOf(contentType);
  if (!type) return unreadable('its media type cannot be read');
  // What frameworks read as fields can be anywhere in it.
  if (type.essence.startsWith('multipart/')) return unreadable('it has several parts');
  // Of whatever type: parsers of XML go by these bytes.
  if (FOREIGN_ENCODING.test(bytes.toString('latin1', 0, 4))) return unreadable('it is not in UTF-8');
  const start = firstByte(bytes);
  const isTextual = start === '<' || type.essence === '' || type.essence === 'text/plain';
  const isRead = isTextual || type.essence === FORM || XML.test(type.essence) || JSON_TYPE.test(type.essence);
  if (!isRead) return { kind: 'other' };
  const text = type.isUtf8 ? decoded(bytes) : undefined;
  if (text === undefined) return unreadable('it is not in UTF-8');
  if (start === '<' || XML.test(type.essence)) return readXml(text, type.essence === FORM);
  if (type.essence === FORM) return { kind: 'form', parameters: parametersOf(text) };
  if (JSON_TYPE.test(type.essence) || start === '{') return readJson(text);
  return unreadable('nothing says what it is');
}

function unreadable(problem: string): RequestBody {
  return { kind: 'unreadable', problem };
}

/** The first character that is neither a byte order mark nor blank; empty when there is none. */
function firstByte(bytes: Buffer): string {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at++;
  return at < bytes.length ? String.fromCharCode(bytes[at] ?? 0) : '';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Without the byte order mark. */
function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function parametersOf(text: string): (readonly [string, string])[] {
  // A question mark at the start would be taken off by the parser and belongs to the first name.
  return [...new URLSearchParams(text.startsWith('?') ? `&${text}` : text)];
}

function readXml(text: string, isForm: boolean): RequestBody {
  // curl sends documents as forms. One that is a form of several fields as well is read by each service in its own way.
  if (isForm && text.includes('&')) return unreadable('it is a form and a document');
  try {
    return { kind: 'xml', root: readDocument(text.trimStart()) };
  } catch (error) {
    if (error instanceof UnreadableDocument) return unreadable(error.message);
    throw error;
  }
}

function readJson(text: string): RequestBody {
  try {
    const members = membersOf(text);
    return members === 'other' ? { kind: 'other' } : { kind: 'json', members };
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable('it is not JSON, or nested too deeply');
    throw error;
  }
}

import { type RequestBody, type XmlElement, pairSteps } from '@gatehouse/service-types';
import { type Charset, charsetOf, decode } from './charset';
import { readJsonText } from './json';
import type { DocumentLimits } from './limits';
import { type MediaType, isIdentity, mediaTypeOf } from './media-type';
import { type Steps, finished } from './steps';
import { MAX_DECLARATION_LENGTH, readDocument } from './xml/read-document';
import { UnreadableDocument } from './xml/unreadable-document';

/** The headers that describe a body, as sent; several `Content-Type` joined by commas. */
export interface BodyHeaders {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const OTHER_JSON = /^application\/[\w.+-]+\+json$/;
const XML: ReadonlySet<string> = new Set([
  'text/xml',
  'application/xml',
  'application/gml+xml',
  'application/vnd.ogc.sld+xml',
]);
/** What browsers send of a text by default, such as a document of OpenLayers. */
const PLAIN_TEXT = 'text/plain';

/** A body that has been read. */
export interface ReadBody {
  readonly body: RequestBody;
  /** The value if it is JSON of any media type. */
  readonly json?: { readonly value: unknown } | undefined;
}

/**
 * Reads a body for the grammar of a service's type. What servers might read in another way than this is `unreadable`:
 * compressed, in an encoding that contradicts itself, malformed, too deep, of more parts than the limits allow; or `other`,
 * where its media type is none of the few that requests have. Never throws. Reference: request-mapping#parameters.
 */
export function* readBodySteps(
  { contentType = '', contentEncoding }: BodyHeaders,
  bytes: Buffer,
  limits: DocumentLimits,
): Steps<ReadBody> {
  if (bytes.length === 0) return { body: { kind: 'none' } };
  if (!isIdentity(contentEncoding)) return unreadable('it is compressed');
  const type = mediaTypeOf(contentType);
  if (!type) return unreadable('its media type cannot be parsed');
  const { essence } = type;
  if (essence === FORM) return yield* readForm(bytes, type, limits);
  if (essence === JSON_TYPE) return yield* readJson(bytes, type, limits);
  if (XML.has(essence) || (essence === PLAIN_TEXT && bytes[0] === 0x3c)) {
    return { body: yield* readXml(bytes, type, limits) };
  }
  const other: RequestBody = { kind: 'other', mediaType: essence };
  if (!OTHER_JSON.test(essence)) return { body: other };
  // Hooks may take something from it.
  return { body: other, json: (yield* readJson(bytes, type, limits)).json };
}

/** The same, synchronously. */
export function readRequestBody(headers: BodyHeaders, bytes: Buffer, limits: DocumentLimits): RequestBody {
  return finished(readBodySteps(headers, bytes, limits)).body;
}

/** Reads a document in the value of a parameter. */
export function readXmlText(text: string, limits: DocumentLimits): XmlElement | { readonly problem: string } {
  return finished(documentIn(text, limits));
}

/** The same in steps. */
export function readXmlSteps(
  text: string,
  limits: DocumentLimits,
): Steps<XmlElement | { readonly problem: string }> {
  return documentIn(text, limits);
}

function* documentIn(text: string, limits: DocumentLimits): Steps<XmlElement | { readonly problem: string }> {
  try {
    return yield* readDocument(text, limits);
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problem: error.message };
    throw error;
  }
}

function unreadable(problem: string): ReadBody {
  return { body: { kind: 'unreadable', problem } };
}

function isUtf8({ charset }: MediaType): boolean {
  return charset === undefined || charsetOf(charset) === 'utf-8';
}

function* readForm(bytes: Buffer, type: MediaType, { formFields }: DocumentLimits): Steps<ReadBody> {
  // Percent-encoded: all else that is not ASCII is in an unknown encoding.
  const text = isUtf8(type) ? yield* decode(bytes, 'ascii') : undefined;
  if (text === undefined) return unreadable('it is a form that is not encoded in UTF-8');
  const pairs = pairSteps(text, 'body', formFields);
  for (;;) {
    const step = pairs.next();
    if (step.done) return { body: { kind: 'form', fields: step.value } };
    // Decoded characters may take two bytes each.
    yield 2 * step.value;
  }
}

function* readJson(bytes: Buffer, type: MediaType, { jsonValues }: DocumentLimits): Steps<ReadBody> {
  const text = isUtf8(type) ? yield* decode(bytes, 'utf-8') : undefined;
  if (text === undefined) return unreadable('it is not in UTF-8');
  const read = yield* readJsonText(text, jsonValues);
  if ('problem' in read) return unreadable(read.problem);
  const { value, members } = read;
  const body: RequestBody =
    members === 'other'
      ? { kind: 'unreadable', problem: 'it is not a JSON object' }
      : { kind: 'json', members };
  return { body, json: { value } };
}

const DECLARATION = /^<\?xml\s[^>]*?\bencoding\s*=\s*(["'])([\w.:-]+)\1[^>]*\?>/;

function* readXml(
  bytes: Buffer,
  { essence, charset }: MediaType,
  limits: DocumentLimits,
): Steps<RequestBody> {
  const text = yield* readXmlEncoding(bytes, charset);
  if (text === undefined) {
    return { kind: 'unreadable', problem: 'servers interpret its encoding differently' };
  }
  const root = yield* documentIn(text, limits);
  return 'problem' in root
    ? { kind: 'unreadable', problem: root.problem }
    : { kind: 'xml', root, mediaType: essence };
}

/** The text of a document; undefined where `charset`, that of its media type, its declaration and its bytes contradict each other. */
export function* readXmlEncoding(bytes: Buffer, charset: string | undefined): Steps<string | undefined> {
  const encoding = encodingOf(bytes, charset);
  return encoding && (yield* decode(bytes, encoding));
}

/**
 * The encoding of a document: that of its declaration, UTF-8 without one. Undefined for another than the few that clients
 * write, where the declaration is too long, and where the media type names another encoding: which of them counts depends
 * on the server.
 */
function encodingOf(bytes: Buffer, charset: string | undefined): Charset | undefined {
  const start = bytes.toString('latin1', 0, MAX_DECLARATION_LENGTH + 3).replace(/^\xef\xbb\xbf/, '');
  // The rest is not examined.
  if (/^<\?xml\s/.test(start) && !start.includes('?>')) return undefined;
  const declared = DECLARATION.exec(start)?.[2];
  const own = charsetOf(declared ?? 'utf-8');
  if (charset === undefined || own === undefined) return own;
  const named = charsetOf(charset);
  // ASCII is the same in all of them.
  return named === own || (named === 'ascii' && declared === undefined) ? named : undefined;
}

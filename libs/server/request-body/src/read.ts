import type { RequestBody, XmlElement } from '@gatehouse/service-types';
import { type Charset, charsetOf, decode } from './charset';
import { membersOf } from './json';
import { type MediaType, mediaTypeOf } from './media-type';
import { type DocumentLimits, UnreadableDocument, readDocument } from './xml';

/** The headers that say how to read a body, as they were sent; several `Content-Type` joined by commas. */
export interface BodyHeaders {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const XML: ReadonlySet<string> = new Set([
  'text/xml',
  'application/xml',
  'application/gml+xml',
  'application/vnd.ogc.sld+xml',
]);
/** What browsers send of a text by default, such as a document of OpenLayers. */
const PLAIN_TEXT = 'text/plain';

/**
 * Reads a body for the grammar of a service's type. What servers might read in another way than this is `unreadable`:
 * compressed, in an encoding that contradicts itself, malformed, too deep; or `other`, where its media type is none of the
 * few that requests have. Never throws. spec: permissions 4.5.
 */
export function readRequestBody(
  { contentType = '', contentEncoding }: BodyHeaders,
  bytes: Buffer,
  limits: DocumentLimits,
): RequestBody {
  if (bytes.length === 0) return { kind: 'none' };
  if (!/^\s*(?:identity)?\s*$/i.test(contentEncoding ?? '')) return unreadable('it is compressed');
  const type = mediaTypeOf(contentType);
  if (!type) return unreadable('its media type cannot be read');
  const { essence } = type;
  if (essence === FORM) return readForm(bytes, type);
  if (essence === JSON_TYPE) return readJson(bytes, type);
  if (XML.has(essence) || (essence === PLAIN_TEXT && bytes[0] === 0x3c)) return readXml(bytes, type, limits);
  return { kind: 'other', mediaType: essence };
}

/** Reads a document that stands in a parameter. */
export function readXmlText(text: string, limits: DocumentLimits): XmlElement | { readonly problem: string } {
  try {
    return readDocument(text, limits);
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problem: error.message };
    throw error;
  }
}

function unreadable(problem: string): RequestBody {
  return { kind: 'unreadable', problem };
}

function readForm(bytes: Buffer, { charset }: MediaType): RequestBody {
  const isUtf8 = charset === undefined || charsetOf(charset) === 'utf-8';
  // Percent-encoded: all else that is not ASCII is in an encoding that nobody knows.
  const text = isUtf8 ? decode(bytes, 'ascii') : undefined;
  return text === undefined
    ? unreadable('it is a form in another encoding than UTF-8')
    : { kind: 'form', text };
}

function readJson(bytes: Buffer, { charset }: MediaType): RequestBody {
  const text = charset === undefined || charsetOf(charset) === 'utf-8' ? decode(bytes, 'utf-8') : undefined;
  if (text === undefined) return unreadable('it is not in UTF-8');
  try {
    const members = membersOf(text);
    return members === 'other' ? unreadable('it is not a JSON object') : { kind: 'json', members };
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable('it is not JSON, or nested too deeply');
    throw error;
  }
}

const DECLARATION = /^<\?xml\s[^>]*?\bencoding\s*=\s*(["'])([\w.:-]+)\1[^>]*\?>/;

function readXml(bytes: Buffer, { essence, charset }: MediaType, limits: DocumentLimits): RequestBody {
  const encoding = encodingOf(bytes, charset);
  const text = encoding && decode(bytes, encoding);
  if (text === undefined) return unreadable('its encoding is not one that all servers read alike');
  const root = readXmlText(text, limits);
  return 'problem' in root ? unreadable(root.problem) : { kind: 'xml', root, mediaType: essence };
}

/**
 * The encoding of a document: that of its declaration, UTF-8 without one. Undefined for another than the few that clients
 * write, and where the media type says another: which of them counts is up to the server.
 */
function encodingOf(bytes: Buffer, charset: string | undefined): Charset | undefined {
  const declared = DECLARATION.exec(bytes.toString('latin1', 0, 200).replace(/^\xef\xbb\xbf/, ''))?.[2];
  const own = charsetOf(declared ?? 'utf-8');
  if (charset === undefined || own === undefined) return own;
  const named = charsetOf(charset);
  // ASCII is the same in all of them.
  return named === own || (named === 'ascii' && declared === undefined) ? named : undefined;
}

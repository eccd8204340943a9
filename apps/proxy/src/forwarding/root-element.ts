/** Number of bytes within which the root element of a document must begin. */
export const MAX_PROLOG_BYTES = 8 * 1024;

/** What may precede the root element: a byte order mark, white space, declarations, comments, a document type. */
const PROLOG =
  /^(?:\xef\xbb\xbf)?(?:\s+|<\?[^>]*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>)*/;
const ELEMENT = /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/;

/**
 * The local name of the root element, given the first bytes of a document: `undefined` while it has not arrived, empty if there
 * is none.
 */
export function rootElementOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1', 0, MAX_PROLOG_BYTES);
  const rest = text.slice(PROLOG.exec(text)?.[0].length ?? 0);
  const name = ELEMENT.exec(rest)?.[1];
  if (name !== undefined) return name;
  const mayBegin = rest === '' || rest.startsWith('<');
  return mayBegin && bytes.length < MAX_PROLOG_BYTES ? undefined : '';
}

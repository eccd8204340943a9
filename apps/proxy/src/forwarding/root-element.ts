/** Bytes of a document in which its first element has to begin. */
export const LONGEST_PROLOG = 8 * 1024;

/** What may stand before the first element: a byte order mark, blanks, declarations, comments, a document type. */
const PROLOG =
  /^(?:\xef\xbb\xbf)?(?:\s+|<\?[^>]*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>)*/;
const ELEMENT = /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/;

/**
 * The local name of the first element of a document, of which the first bytes are given: `undefined` while it has not come
 * yet, empty where there is none.
 */
export function rootElementOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1', 0, LONGEST_PROLOG);
  const rest = text.slice(PROLOG.exec(text)?.[0].length ?? 0);
  const name = ELEMENT.exec(rest)?.[1];
  if (name !== undefined) return name;
  const mayBegin = rest === '' || rest.startsWith('<');
  return mayBegin && bytes.length < LONGEST_PROLOG ? undefined : '';
}

/** Longest prolog that is skipped, and longest text behind the root. */
const MAX_PROLOG_LENGTH = 64 * 1024;
const DECLARATION = /^<\?xml[ \t\r\n][^?]*\?>/;

/**
 * The declaration and the root of a document, without what servers write around the root: comments, processing instructions, and a
 * document type, as capabilities of WMS 1.1.1 have it. Undefined if it declares entities, or has more around its root than
 * servers write.
 */
export function bareDocument(text: string): string | undefined {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const declaration = DECLARATION.exec(text.slice(start, start + 200))?.[0] ?? '';
  const from = endOfProlog(text, start + declaration.length);
  if (from === undefined) return undefined;
  const to = startOfEpilog(text, from);
  return to === undefined ? undefined : declaration + text.slice(from, to);
}

/** Where the root begins. */
function endOfProlog(text: string, start: number): number | undefined {
  for (let at = start; at - start < MAX_PROLOG_LENGTH;) {
    at = skipBlanks(text, at);
    const end = endOfOther(text, at);
    if (end === undefined) return text[at] === '<' ? at : undefined;
    if (end < 0) return undefined;
    at = end;
  }
  return undefined;
}

/** The end of what is no element at a position; negative if it is unreadable, undefined if it is something else. */
function endOfOther(text: string, at: number): number | undefined {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (text.startsWith('<?', at)) return after(text, '?>', at + 2);
  if (text.startsWith('<!DOCTYPE', at)) return endOfDocumentType(text, at);
  return undefined;
}

function endOfDocumentType(text: string, at: number): number {
  const end = after(text, '>', at);
  const subset = text.indexOf('[', at);
  if (subset < 0 || subset > end) return end;
  const close = /\][ \t\r\n]*>/g;
  close.lastIndex = subset;
  const found = close.exec(text.slice(0, subset + MAX_PROLOG_LENGTH));
  if (!found) return -1;
  // Entities would have to be replaced, in the worst case a billion times.
  return /<!ENTITY|%/.test(text.slice(subset, found.index)) ? -1 : close.lastIndex;
}

/** Where the root ends: behind it are comments, processing instructions and blanks alone. */
function startOfEpilog(text: string, from: number): number | undefined {
  let end = text.length;
  for (;;) {
    end = skipBlanksBack(text, end);
    if (text.length - end > MAX_PROLOG_LENGTH) return undefined;
    const open = text.endsWith('-->', end) ? '<!--' : text.endsWith('?>', end) ? '<?' : undefined;
    if (open === undefined) return end > from ? end : undefined;
    const begin = text.lastIndexOf(open, end - 2);
    if (begin <= from) return undefined;
    end = begin;
  }
}

function after(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at);
  return found < 0 ? -1 : found + mark.length;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function skipBlanksBack(text: string, from: number): number {
  let at = from;
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

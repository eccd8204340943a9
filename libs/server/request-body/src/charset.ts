/** The encodings in which documents may be, by their names in XML declarations and media types, lower case. */
const CHARSETS: Readonly<Record<string, Charset>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'ascii',
  ascii: 'ascii',
  'iso-8859-1': 'latin1',
  'iso8859-1': 'latin1',
  latin1: 'latin1',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
};

export type Charset = 'utf-8' | 'ascii' | 'latin1' | 'windows-1252';

/** The encoding of that name; undefined for all but the few that clients write. */
export function charsetOf(name: string): Charset | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(CHARSETS, key) ? CHARSETS[key] : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** What the bytes from 0x80 to 0x9F stand for in Windows-1252; blanks stand for nothing. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The text of bytes, without a byte order mark; undefined where readers disagree about them. Bytes from 0x80 to 0x9F are
 * control characters in ISO-8859-1 and letters to those who take it for Windows-1252.
 */
export function decode(bytes: Buffer, charset: Charset): string | undefined {
  const hasMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  if (hasMark && charset !== 'utf-8') return undefined;
  if (charset === 'utf-8') return decodedBy(utf8, bytes);
  if (charset === 'windows-1252') return decodeWindows1252(bytes);
  const most = charset === 'ascii' ? 0x7f : 0xff;
  for (const byte of bytes) if (byte > most || (byte >= 0x80 && byte <= 0x9f)) return undefined;
  return bytes.toString('latin1');
}

/** `TextDecoder` of some versions of Node takes it for ISO-8859-1. */
function decodeWindows1252(bytes: Buffer): string | undefined {
  let isSound = true;
  const text = bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (character) => {
    const letter = WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? ' ';
    isSound &&= letter !== ' ';
    return letter;
  });
  return isSound ? text : undefined;
}

function decodedBy(decoder: { decode(bytes: Buffer): string }, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

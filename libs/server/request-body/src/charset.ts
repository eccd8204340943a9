import { STEP, type Steps } from './steps';

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

/** The characters of the bytes from 0x80 to 0x9F in Windows-1252; a blank means undefined. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Control characters in ISO-8859-1, letters in Windows-1252. */
const DISPUTED = /[\u0080-\u009f]/;
const BEYOND_ASCII = /[\u0080-\u00ff]/;

/**
 * The text of bytes, without a byte order mark; undefined where readers disagree about them. Bytes from 0x80 to 0x9F are
 * control characters in ISO-8859-1 and letters to those who take it for Windows-1252.
 */
export function* decode(bytes: Buffer, charset: Charset): Steps<string | undefined> {
  const hasMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  if (hasMark && charset !== 'utf-8') return undefined;
  const decoder = charset === 'utf-8' ? utf8Decoder() : DECODERS[charset];
  const parts: string[] = [];
  let length = 0;
  let isAscii = true;
  for (let from = 0; from < bytes.length || from === 0; from += STEP) {
    const slice = bytes.subarray(from, from + STEP);
    const part = decoder(slice, from + STEP >= bytes.length);
    if (part === undefined) return undefined;
    parts.push(part);
    length += part.length;
    isAscii &&= part.length === slice.length;
    yield part.length;
  }
  // One character beyond Latin 1 makes two bytes of all of them.
  if (!isAscii) yield length;
  return parts.join('');
}

/** The text of bytes in UTF-8. */
export function readUtf8(bytes: Buffer): Steps<string | undefined> {
  return decode(bytes, 'utf-8');
}

type Decoder = (bytes: Buffer, isLast: boolean) => string | undefined;

const DECODERS: Readonly<Record<Exclude<Charset, 'utf-8'>, Decoder>> = {
  ascii: (bytes) => latin1Without(bytes, BEYOND_ASCII),
  latin1: (bytes) => latin1Without(bytes, DISPUTED),
  'windows-1252': decodeWindows1252,
};

function utf8Decoder(): Decoder {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      return undefined;
    }
  };
}

function latin1Without(bytes: Buffer, refused: RegExp): string | undefined {
  const text = bytes.toString('latin1');
  return refused.test(text) ? undefined : text;
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

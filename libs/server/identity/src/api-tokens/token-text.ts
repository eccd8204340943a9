import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type PresentedAuthorization, presentedIn } from '@gatehouse/wire';

const PREFIX = 'gth_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 256 random bits. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** Prefix, random part and checksum. Reference: sessions#api-tokens. The expression for scanners of secrets is the same. */
const TOKEN = /^gth_[0-9A-Za-z]{49}$/;

/** A new API token: prefix, random part, checksum. */
export function newApiToken(): string {
  const random = inAlphabet(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_LENGTH);
  return `${PREFIX}${random}${checksumOf(random)}`;
}

/** Whether a text claims to be an API token. Such a text is for this instance alone, also where it is malformed. */
function claimsToBeApiToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** The API token in an `Authorization` header, or what claims to be one; undefined if the header is about something else. */
export function apiTokenIn(authorization: string): PresentedAuthorization | undefined {
  const presented = presentedIn(authorization);
  return presented && claimsToBeApiToken(presented.secret) ? presented : undefined;
}

/** Whether a text can be an API token. What was mistyped or invented mostly is not, and costs no look-up. */
export function isApiToken(text: string): boolean {
  if (!TOKEN.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksumOf(random));
}

function checksumOf(random: string): string {
  return inAlphabet(BigInt(crc32(random)), CHECKSUM_LENGTH);
}

function inAlphabet(number: bigint, length: number): string {
  let text = '';
  for (let left = number; text.length < length; left /= 62n)
    text = ALPHABET.charAt(Number(left % 62n)) + text;
  return text;
}

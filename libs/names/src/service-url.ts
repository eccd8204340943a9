import { DNS_LABEL } from './dns-label';
import { pattern } from './pattern';

/** Maximum length of the URL of a service, in UTF-16 code units. */
export const MAX_SERVICE_URL_LENGTH = 8192;

/** A word in any case, for patterns that are used without flags. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
const HOST = [
  `${OCTET}(?:\\.${OCTET}){3}`,
  '\\[[0-9A-Fa-f:.]+\\]',
  anyCase('localhost'),
  `(?:${DNS_LABEL}\\.)+[A-Za-z]{2,63}`,
].join('|');

/** Inside a character class: control characters and the space, which no part of a URL contains. */
const BLANK = '\\x00-\\x20\\x7f';
const SCHEME = `(?:${anyCase('http')}|${anyCase('ftp')})${anyCase('s')}?://`;
const CREDENTIALS = `[^${BLANK}/?#@:]+:[^${BLANK}/?#@]*@`;
const BY_HOST = `(?:${SCHEME})?(?:${CREDENTIALS})?(?:${HOST})(?::[0-9]{1,5})?(?:[/?#][^${BLANK}]*)?`;
const BY_SOCKET = `${anyCase('http')}\\+${anyCase('unix')}://%2${anyCase('f')}[^${BLANK}/?#]+(?:/[^${BLANK}?#]*)?`;

/**
 * URLs of services: optional scheme and credentials, host, optional port and rest; or, for a service that listens on a
 * Unix socket on the host of the proxy, `http+unix://`, the percent-encoded path of the socket, and the path at the service.
 */
export const SERVICE_URL = pattern('URL', new RegExp(`^(?:${BY_HOST}|${BY_SOCKET})$`));

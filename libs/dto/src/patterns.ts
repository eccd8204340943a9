import { RESOURCE_NAME as RESOURCE_NAME_LANGUAGE, nameProblem } from '@gatehouse/access-engine';

/** A named language that a value has to belong to. Spec: http-api 3. */
export interface Pattern {
  readonly name: string;
  readonly test: (text: string) => boolean;
  /** What `param.compare` shows. */
  readonly source: string;
  /** What the description shows, where that is not the source. */
  readonly described?: string;
  /** Which rule for names a text breaks, as the end of a sentence. */
  readonly problemOf?: (text: string) => string | undefined;
}

function pattern(name: string, expression: RegExp): Pattern {
  return { name, test: (text) => expression.test(text), source: expression.source };
}

/** What new names have to be: they also keep the rules for all names. Spec: decisions 31. */
function namePattern(name: string, expression: RegExp): Pattern {
  return {
    ...pattern(name, expression),
    test: (text) => nameProblem(text) === undefined && expression.test(text),
    problemOf: nameProblem,
  };
}

/**
 * A pattern for the description, which every dialect of regular expressions reads alike: without flags, and without `\s`,
 * which is another set of characters in each of them. The only white space of names is the space.
 */
export function describedSource({ source, described = source.replaceAll('\\s', ' ') }: Pattern): string {
  return described;
}

/**
 * Resource and service types, provider names, permission texts, and names of users and groups where they are looked up:
 * some may be stored that could not be given any more.
 */
export const PARAM = pattern('PARAM', /^[A-Za-z0-9]+(?:[\s_.-][A-Za-z0-9]+)*$/);

/** Names of services and resources where they are looked up. */
export const SCOPE = pattern('SCOPE', /^[A-Za-z0-9]+(?:[:\s_.-][A-Za-z0-9]+)*$/);

/** Names that a service or resource can be given. */
export const RESOURCE_NAME = namePattern('RESOURCE_NAME', RESOURCE_NAME_LANGUAGE);

/** Names that a group can be given. */
export const GROUP_NAME = namePattern('GROUP_NAME', /^[A-Za-z0-9]+(?:[ _.-][A-Za-z0-9]+)*$/);

/** Names that a user can be given. */
export const USERNAME = namePattern('USERNAME', /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/);

/** Ids in paths. */
export const INDEX = pattern('INDEX', /^[0-9]+$/);

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';

/** Email addresses as HTML forms accept them; a domain without a dot is legal. */
export const EMAIL = pattern(
  'EMAIL',
  new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`),
);

/** What a person may type to sign in: an email if it holds an `@`, else a user name. */
export const LOGIN: Pattern = {
  name: 'LOGIN',
  test: (text) => (text.includes('@') ? EMAIL : PARAM).test(text),
  source: `^(?:${withinAnchors(PARAM)}|${withinAnchors(EMAIL)})$`,
};

function withinAnchors({ source }: Pattern): string {
  return source.slice(1, -1);
}

/** A word in whatever case, for patterns that have to do without flags. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])';
const HOST = [
  `${OCTET}(?:\\.${OCTET}){3}`,
  '\\[[0-9A-Fa-f:.]+\\]',
  anyCase('localhost'),
  `(?:${LABEL}\\.)+[A-Za-z]{2,63}`,
].join('|');

/** Within a class: control characters and the space, which no part of an address holds. */
const BLANK = '\\x00-\\x20\\x7f';
const SCHEME = `(?:${anyCase('http')}|${anyCase('ftp')})${anyCase('s')}?://`;
const CREDENTIALS = `[^${BLANK}/?#@:]+:[^${BLANK}/?#@]*@`;
const BY_HOST = `(?:${SCHEME})?(?:${CREDENTIALS})?(?:${HOST})(?::[0-9]{1,5})?(?:[/?#][^${BLANK}]*)?`;
const BY_SOCKET = `${anyCase('http')}\\+${anyCase('unix')}://%2${anyCase('f')}[^${BLANK}/?#]+(?:/[^${BLANK}?#]*)?`;

/**
 * Addresses of services: optional scheme and credentials, host, optional port and rest; or, for what listens at a socket in
 * the file system of the proxy, `http+unix://`, the encoded path of the socket, and the path at the service.
 */
export const SERVICE_URL = pattern('URL', new RegExp(`^(?:${BY_HOST}|${BY_SOCKET})$`));

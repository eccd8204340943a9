import { RESOURCE_NAME } from '@gatehouse/access-engine';

/** A named language that a value has to belong to. Spec: http-api 3. */
export interface Pattern {
  readonly name: string;
  readonly test: (text: string) => boolean;
  /** What `param.compare` shows. */
  readonly source: string;
}

function pattern(name: string, expression: RegExp): Pattern {
  return { name, test: (text) => expression.test(text), source: expression.source };
}

/** Group names, resource and service types, provider names, permission texts, user names in paths. */
export const PARAM = pattern('PARAM', /^[A-Za-z0-9]+(?:[\s_.-][A-Za-z0-9]+)*$/);

/** Names of services and resources. */
export const SCOPE = pattern('SCOPE', RESOURCE_NAME);

/** Names that a user can be given. */
export const USERNAME = pattern('USERNAME', /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/);

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
  source: PARAM.source,
};

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const HOST = [
  `${OCTET}(?:\\.${OCTET}){3}`,
  '\\[[0-9a-f:.]+\\]',
  'localhost',
  `(?:${LABEL}\\.)+[a-z]{2,63}`,
].join('|');

const BY_HOST = `(?:(?:https?|ftps?)://)?(?:[^\\s/?#@:]+:[^\\s/?#@]*@)?(?:${HOST})(?::\\d{1,5})?(?:[/?#]\\S*)?`;
const BY_SOCKET = 'http\\+unix://%2F[^\\s/?#]+(?:/[^\\s?#]*)?';

/**
 * Addresses of services: optional scheme and credentials, host, optional port and rest; or, for what listens at a socket in
 * the file system of the proxy, `http+unix://`, the encoded path of the socket, and the path at the service.
 */
export const SERVICE_URL = pattern('URL', new RegExp(`^(?:${BY_HOST}|${BY_SOCKET})$`, 'i'));

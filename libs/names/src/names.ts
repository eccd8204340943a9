import { EMAIL } from './email';
import { type Pattern, namePattern, pattern } from './pattern';

/**
 * Resource and service types, provider names, permission texts, and names of users and groups in lookups. Wider than the
 * patterns of new names, because names that are no longer accepted may be stored.
 */
export const PARAM = pattern('PARAM', /^[A-Za-z0-9]+(?:[\s_.-][A-Za-z0-9]+)*$/);

/** Names of services and resources in lookups. */
export const SCOPE = pattern('SCOPE', /^[A-Za-z0-9]+(?:[:\s_.-][A-Za-z0-9]+)*$/);

/** Identifiers in paths. */
export const INDEX = pattern('INDEX', /^[0-9]+$/);

/** Identifiers of sessions and API tokens. */
export const UUID = pattern('UUID', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i);

/** New names of users. Their maximum length is a setting. */
export const USERNAME = namePattern('USERNAME', /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/);

/** Names of sets of configuration files. */
export const FILE_SET_NAME = pattern('FILE_SET_NAME', /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/);

/** Names of nodes: instances of the network. With a prefix they are names of users and groups. */
export const NODE_NAME = pattern('NODE', /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/);

/** New names of groups. Their maximum length is a setting. */
export const GROUP_NAME = namePattern('GROUP_NAME', /^[A-Za-z0-9]+(?:[ _.-][A-Za-z0-9]+)*$/);

/** New names of services and resources. */
export const RESOURCE_NAME = namePattern('RESOURCE_NAME', /^[A-Za-z0-9]+(?:[: _.-][A-Za-z0-9]+)*$/);

/** Maximum length of a name of a service or resource, in UTF-16 code units. */
export const MAX_RESOURCE_NAME_LENGTH = 100;

/** Whether a new resource may have this name. Stored resources keep names that are no longer accepted. */
export function isResourceName(name: string): boolean {
  return name.length <= MAX_RESOURCE_NAME_LENGTH && RESOURCE_NAME.test(name);
}

/** Login of a user: an email address if it contains an `@`, else a user name. */
export const LOGIN: Pattern = {
  name: 'LOGIN',
  test: (text) => (text.includes('@') ? EMAIL : PARAM).test(text),
  source: `^(?:${withoutAnchors(PARAM)}|${withoutAnchors(EMAIL)})$`,
};

function withoutAnchors({ source }: Pattern): string {
  return source.slice(1, -1);
}

// The most expensive request heads and reads for the API. Reads of whole trees are not included.
import { HEAD, digits, list, read } from '../api-requests.mjs';

const heads = [
  read('accept-list', 'an Accept list of as many types as fit', '/version', {
    Accept: list((n) => `a/${digits(n)}`),
  }),
  read('accept-parameters', 'an Accept list of parameters', '/version', {
    Accept: `a/b${';q=0.1'.repeat(HEAD / 6)}`,
  }),
  read('accept-quotes', 'an Accept list of quotation marks', '/version', { Accept: list(() => 'a/b;c="') }),
  read('accept-blanks', 'an Accept list of blanks', '/version', { Accept: `a${' '.repeat(HEAD)}b` }),
  read('accept-language', 'as many languages as fit', '/version', {
    'Accept-Language': list((n) => `${digits(n)};q=0.1`),
  }),
  {
    ...read('cookies', 'as many cookies as fit', '/session', { Cookie: list((n) => `${digits(n)}=`, '; ') }),
    as: 'anonymous',
  },
  {
    ...read('session-cookies', 'one cookie again and again', '/session', {
      Cookie: list(() => 'auth_tkt=0', ';'),
    }),
    as: 'anonymous',
  },
  {
    ...read('bearer', 'a token as long as a header', '/session', {
      Authorization: `Bearer ${'a'.repeat(HEAD)}`,
    }),
    as: 'anonymous',
  },
  read('forwarded', 'as many forwarding addresses as fit', '/version', {
    'X-Forwarded-For': list(() => '127.0.0.1'),
  }),
  read(
    'headers',
    'as many headers as fit',
    '/version',
    Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`a${digits(n)}`, ''])),
  ),
  read('query-parameters', 'as many parameters as fit', `/users?limit=1&${list(() => 'a', '&')}`),
  read('query-escapes', 'a parameter of escapes', `/users?limit=1&after=${'%41'.repeat(HEAD / 3)}`),
  read(
    'query-secrets',
    'parameters that are hidden in replies',
    `/users?limit=1&${list(() => 'token=a', '&')}`,
  ),
  read('query-types', 'as many types of services as fit', `/services?type=${list((n) => digits(n))}`),
  read('query-statuses', 'as many statuses as fit', `/users?limit=1&status=${list(() => '1')}`),
  read('path-segments', 'a path of as many segments as fit', `/${'a/'.repeat(HEAD / 2)}`),
  read('path-slashes', 'a path of slashes', '/'.repeat(HEAD)),
  read('path-escapes', 'a path of escapes', `/users/${'%61'.repeat(HEAD / 3)}`),
  read('path-name', 'a name in a path that is one but for its length', `/users/${'a-'.repeat(HEAD / 2)}a`),
];

const reads = [
  read('users-page', 'the largest page of users', '/users?limit=10000&detail=true'),
  read('users-page-xml', 'the same in XML', '/users?limit=10000&detail=true&format=xml'),
  read('users-page-html', 'the same in HTML', '/users?limit=10000&detail=true&format=html'),
  read('groups-page', 'the largest page of groups', '/groups?limit=10000'),
  read('children-page', 'the largest page of children', '/resources/{crowded}/children?limit=10000'),
  read('changes-page', 'the largest page of changes', '/changes?limit=1000'),
  read(
    'explanation',
    'an explanation of a thousand rules',
    '/users/reader/resources/{ruled}/permissions/explain?permission=read',
  ),
  read(
    'inherited-permissions',
    'a thousand inherited rules',
    '/users/reader/resources/{ruled}/permissions?inherited=true',
  ),
  read(
    'effective-permissions',
    'the outcome of a thousand rules',
    '/users/reader/resources/{ruled}/permissions?effective=true',
  ),
  read(
    'user-services',
    'services of a user, with all flags',
    '/users/reader/services?cascade=true&inherited=true&resolve=true&flatten=true',
  ),
  read('description', 'the description of the API', '/json'),
];

const deletions = [
  {
    name: 'service-deleted',
    description: 'the deletion of a service of very many resources',
    method: 'DELETE',
    path: '/services/ncwms-crowded',
    as: 'administrator',
    once: true,
  },
];

export const documents = [...heads, ...reads, ...deletions];

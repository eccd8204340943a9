// Documents that cost the API most, by what they are made of.
import { filled } from '../filled.mjs';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const XML = { Accept: 'application/xml' };
const HTML = { Accept: 'text/html' };

/** Bytes that the head of a request may have, less those of the other headers. */
const HEAD = 15_000;

const digits = (number) => number.toString(36);
const text = (value) => (bytes) => value.repeat(Math.floor((bytes - 100) / Buffer.byteLength(value)));
const json = (before, fill, after) => (bytes) =>
  `${before}${fill(bytes - before.length - after.length)}${after}`;

/** To sign-in, which reads the body of anybody. */
const signIn = (name, description, body, contentType = JSON_TYPE, headers = {}) => ({
  name,
  description,
  method: 'POST',
  path: '/signin',
  contentType,
  headers,
  body,
});

const read = (name, description, path, headers = {}) => ({
  name,
  description,
  method: 'GET',
  path,
  as: 'administrator',
  headers,
});

const change = (name, description, method, path, body, headers = {}) => ({
  name,
  description,
  method,
  path,
  as: 'administrator',
  contentType: JSON_TYPE,
  headers,
  body,
});

const BOUNDARY = 'b';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (headers, content) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const multipart = (member) => (bytes) => `${filled(bytes - 10, member, '')}--${BOUNDARY}--\r\n`;
const LONG_BOUNDARY = 'a'.repeat(HEAD - 1000);

const bodies = [
  signIn(
    'json-members',
    'an object of as many members as fit',
    (bytes) => `{${filled(bytes - 2, (n) => `"${digits(n)}":1`)}}`,
  ),
  signIn(
    'json-index-members',
    'members whose names are numbers, far apart',
    (bytes) => `{${filled(bytes - 2, (n) => `"${(n * 7919) % 4_294_967_295}":1`)}}`,
  ),
  signIn(
    'json-list',
    'a list of as many numbers as fit',
    json('{"user_name":[', (bytes) => filled(bytes, () => '0'), ']}'),
  ),
  signIn(
    'json-objects',
    'a list of as many empty objects as fit',
    json('{"user_name":[', (bytes) => filled(bytes, () => '{}'), ']}'),
  ),
  signIn(
    'json-nested',
    'lists nested to the limit, as many as fit',
    json('{"user_name":[', (bytes) => filled(bytes, () => '['.repeat(62) + ']'.repeat(62)), ']}'),
  ),
  signIn('json-too-deep', 'nothing but opening brackets', text('[')),
  signIn('json-too-deep-untyped', 'the same without a media type', text('['), null),
  signIn(
    'json-members-accepted',
    'as many members as are accepted, with long texts',
    json('{"user_name":[', (bytes) => filled(bytes, () => `"${'a'.repeat(bytes / 9_900 - 3)}"`), ']}'),
  ),
  signIn(
    'form-fields-accepted',
    'as many fields as are accepted, of escapes',
    (bytes) => filled(bytes - 100, (n) => `${digits(n)}=${'%41'.repeat(bytes / 3000)}`, '&'),
    FORM,
  ),
  signIn(
    'json-untyped',
    'an object of as many members as fit, without a media type',
    (bytes) => `{${filled(bytes - 2, (n) => `"${digits(n)}":1`)}}`,
    null,
  ),
  signIn(
    'json-same-member',
    'one name again and again',
    (bytes) => `{${filled(bytes - 2, () => '"__proto__":{}')}}`,
  ),
  signIn('json-long-number', 'a number of a million digits', json('{"user_name":', text('7'), '}')),
  signIn(
    'json-numbers',
    'numbers of twenty digits',
    json('{"user_name":[', (bytes) => filled(bytes, (n) => `0.${String(n).padStart(20, '7')}`), ']}'),
  ),
  signIn(
    'json-escapes',
    'a text of escapes, told again in XML',
    json('{"user_name":"', text('\\u0001'), '"}'),
    JSON_TYPE,
    XML,
  ),
  signIn(
    'json-markup',
    'a text of markup, told again in HTML',
    json('{"provider_name":"', text('<&'), '"}'),
    JSON_TYPE,
    HTML,
  ),
  signIn(
    'json-broken-late',
    'a list whose last byte is wrong',
    json('{"user_name":[', (bytes) => filled(bytes, () => '0'), ',}'),
  ),
  signIn(
    'form-fields',
    'a form of as many fields as fit',
    (bytes) => filled(bytes, (n) => `${digits(n)}=`, '&'),
    FORM,
  ),
  signIn('form-same-field', 'one field again and again', text('a=&'), FORM),
  signIn('form-separators', 'nothing but separators', text('&'), FORM),
  signIn('form-escapes', 'one field of escapes', json('user_name=', text('%41'), ''), FORM),
  signIn('form-not-utf8', 'one field of bytes that are not UTF-8', json('user_name=', text('%FF'), ''), FORM),
  signIn(
    'form-json',
    'a field of JSON',
    json('user_name=', (bytes) => `[${filled(bytes - 2, () => '{}')}]`, ''),
    FORM,
  ),
  signIn(
    'multipart-fields',
    'as many parts as fit',
    multipart((n) => part(`Content-Disposition: form-data; name="${digits(n)}"`, '')),
    MULTIPART,
  ),
  signIn(
    'multipart-files',
    'as many files as fit',
    multipart((n) => part(`Content-Disposition: form-data; name="${digits(n)}"; filename="f"`, '')),
    MULTIPART,
  ),
  signIn(
    'multipart-parts-without-names',
    'as many parts without a header as fit',
    multipart(() => `--${BOUNDARY}\r\n\r\n\r\n`),
    MULTIPART,
  ),
  signIn(
    'multipart-headers',
    'parts of as many headers as fit',
    multipart(() =>
      part(
        filled(15_000, (n) => `a${n}: b`, '\r\n'),
        '',
      ),
    ),
    MULTIPART,
  ),
  signIn(
    'multipart-parameters',
    'parts whose headers have many parameters',
    multipart(() => part(`Content-Disposition: form-data; ${filled(15_000, (n) => `a${n}="b"`, '; ')}`, '')),
    MULTIPART,
  ),
  signIn(
    'multipart-almost-boundaries',
    'nothing but beginnings of the boundary',
    (bytes) => part('Content-Disposition: form-data; name="a"', text('\r\n--')(bytes)),
    MULTIPART,
  ),
  signIn(
    'multipart-long-boundary',
    'a boundary as long as a header, and content that ends just before it does',
    (bytes) =>
      `--${LONG_BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${filled(bytes - 40_000, () => `b${LONG_BOUNDARY.slice(0, 7000)}`, '')}`,
    `multipart/form-data; boundary=${LONG_BOUNDARY}`,
  ),
  signIn(
    'type-with-parameters',
    'a media type with as many parameters as fit',
    json('{"user_name":"', text('a'), '"}'),
    `application/json;${'a;'.repeat(HEAD / 2)}`,
  ),
];

const values = [
  change(
    'name-of-a-megabyte',
    'a name that is one but for its length',
    'POST',
    '/users',
    json('{"email":"a@b","password":"p","user_name":"', text('a-'), 'a"}'),
  ),
  change(
    'name-almost',
    'the same with a wrong last character, in XML',
    'POST',
    '/users',
    json('{"email":"a@b","password":"p","user_name":"', text('a-'), '"}'),
    XML,
  ),
  change(
    'group-name-almost',
    'a group name with a wrong last character',
    'POST',
    '/groups',
    json('{"group_name":"', text('a '), '"}'),
  ),
  change(
    'description-of-markup',
    'a description of markup, in XML',
    'POST',
    '/groups',
    json('{"group_name":"a-b-","description":"', text('&'), '"}'),
    XML,
  ),
  change(
    'type-of-a-megabyte',
    'a type of service that there is not, in HTML',
    'POST',
    '/services',
    json('{"service_name":"a","service_url":"http://localhost","service_type":"', text('<'), '"}'),
    HTML,
  ),
  change(
    'url-of-labels',
    'an address of as many labels as fit, with a wrong end',
    'POST',
    '/services',
    json('{"service_name":"a","service_type":"api","service_url":"', text('a.'), '!"}'),
  ),
  change(
    'url-of-colons',
    'an address of colons',
    'POST',
    '/services',
    json('{"service_name":"a","service_type":"api","service_url":"http://', text('a:'), '"}'),
  ),
  change(
    'password-of-a-megabyte',
    'a password as long as fits',
    'POST',
    '/users',
    json('{"user_name":"reader","email":"reader@example.org","password":"', text('p'), '"}'),
  ),
  change(
    'combining-marks',
    'a name of combining marks',
    'POST',
    '/services',
    json(
      '{"service_type":"api","service_url":"http://localhost","service_name":"a',
      text('\u0323\u0307\u0301'),
      '"}',
    ),
  ),
  change(
    'display-name-of-combining-marks',
    'the same as a name of a resource',
    'POST',
    '/services/api-small/resources',
    json('{"resource_type":"route","resource_name":"a', text('\u0315\u0300\u05ae\u0345'), '"}'),
  ),
  change(
    'permission-of-members',
    'a permission of as many members as fit',
    'POST',
    '/users/reader/services/api-small/permissions',
    json('{"permission":{', (bytes) => filled(bytes, (n) => `"${digits(n)}":null`), '}}'),
  ),
  change(
    'permission-of-a-list',
    'a permission that is a list',
    'POST',
    '/users/reader/services/api-small/permissions',
    json('{"permission":[', (bytes) => filled(bytes, () => '{}'), ']}'),
  ),
  change(
    'status-of-a-list',
    'a status that is a list',
    'PATCH',
    '/users/reader',
    json('{"status":[', (bytes) => filled(bytes, () => '{}'), ']}'),
  ),
];

const entry = (n) =>
  `{"resource_name":"r${n}","resource_type":"route","permission":"read","user":"reader","group":"users"}`;
const branch = (entries) =>
  json('{"permissions":[{"resource_name":"api-small","resource_type":"service"},', entries, ']}');
const FILES = '"file_patterns":[';

const structures = [
  change(
    'permissions-entries',
    'a change of permissions of as many entries as fit',
    'PATCH',
    '/permissions',
    branch((bytes) => filled(bytes, entry)),
  ),
  change(
    'permissions-entries-accepted',
    'as many entries as a branch can have',
    'PATCH',
    '/permissions',
    branch(() => Array.from({ length: 60 }, (_, n) => entry(n)).join(',')),
  ),
  change(
    'permissions-unknown-users',
    'entries about users that there are not',
    'PATCH',
    '/permissions',
    branch((bytes) =>
      filled(
        bytes,
        (n) => `{"resource_name":"r","resource_type":"route","permission":"read","user":"u${n}"}`,
      ),
    ),
  ),
  change(
    'permissions-empty-entries',
    'entries that are nothing',
    'PATCH',
    '/permissions',
    branch((bytes) => filled(bytes, () => '{}')),
  ),
  change(
    'configuration-unknown-members',
    'a configuration of members that there are not',
    'PATCH',
    '/services/thredds-small',
    json('{"configuration":{', (bytes) => filled(bytes, (n) => `"${digits(n)}":1`), '}}'),
  ),
  change(
    'configuration-list',
    'a configuration with a list of as many patterns as fit',
    'PATCH',
    '/services/thredds-small',
    json(`{"configuration":{${FILES}`, (bytes) => filled(bytes, (n) => `"${digits(n)}"`), ']}}'),
  ),
  change(
    'options-hooks',
    'as many hooks as fit',
    'PATCH',
    '/services/api-small',
    json(
      '{"proxy":{"hooks":[',
      (bytes) =>
        filled(
          bytes,
          (n) =>
            `{"on":"response","when":{"method":"GET","path":"/${digits(n)}"},"do":[{"create_resource":{"below":"/","name":"a","type":"route"}}]}`,
        ),
      ']}}',
    ),
  ),
  change(
    'options-origins',
    'as many trusted origins as fit',
    'PATCH',
    '/services/api-small',
    json(
      '{"proxy":{"trusted_origins":[',
      (bytes) => filled(bytes, (n) => `"https://${digits(n)}.example"`),
      ']}}',
    ),
  ),
  change(
    'options-cookies',
    'as many cookies to forward as fit',
    'PATCH',
    '/services/api-small',
    json('{"proxy":{"forward_cookies":[', (bytes) => filled(bytes, (n) => `"${digits(n)}"`), ']}}'),
  ),
];

const list = (member, separator = ',') => filled(HEAD, member, separator);

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

export const documents = [...bodies, ...values, ...structures, ...heads, ...reads, ...deletions];

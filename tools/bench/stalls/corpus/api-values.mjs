// The most expensive values for the API to check and to store. They are sent by administrators: others are refused before.
import { HTML, XML, change, digits, json, text } from '../api-requests.mjs';
import { filled } from '../filled.mjs';

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

/** A list as long as bodies may hold, of texts as long as fit. */
const longList =
  (member, membersOfEach = 1) =>
  (bytes) => {
    const count = Math.floor(9_900 / membersOfEach);
    const padding = 'a'.repeat(Math.max(0, Math.floor(bytes / count) - member('').length - 8));
    return Array.from({ length: count }, (_, n) => member(`${digits(n)}${padding}`)).join(',');
  };
const HOOK = (name) =>
  `{"on":"response","when":{"method":"GET","path":"/${name}"},"do":[{"create_resource":{"below":"/","name":"a","type":"route"}}]}`;

const accepted = [
  change(
    'permission-of-members-accepted',
    'a permission of as many members as are accepted',
    'POST',
    '/users/reader/services/api-small/permissions',
    json(
      '{"permission":{',
      longList((name) => `"${name}":null`),
      '}}',
    ),
  ),
  change(
    'permission-of-a-list-accepted',
    'a permission that is a list of as many texts as are accepted',
    'POST',
    '/users/reader/services/api-small/permissions',
    json(
      '{"permission":[',
      longList((name) => `"${name}"`),
      ']}',
    ),
  ),
  change(
    'status-of-a-list-accepted',
    'a status that is a list of as many texts as are accepted',
    'PATCH',
    '/users/reader',
    json(
      '{"status":[',
      longList((name) => `"${name}"`),
      ']}',
    ),
  ),
  change(
    'configuration-list-accepted',
    'a configuration with as many patterns as are accepted',
    'PATCH',
    '/services/thredds-small',
    json(
      `{"configuration":{${FILES}`,
      longList((name) => `"${name}"`),
      ']}}',
    ),
  ),
  change(
    'configuration-members-accepted',
    'a configuration of as many unknown members as are accepted',
    'PATCH',
    '/services/thredds-small',
    json(
      '{"configuration":{',
      longList((name) => `"${name}":1`),
      '}}',
    ),
  ),
  change(
    'options-hooks-accepted',
    'as many hooks as are accepted',
    'PATCH',
    '/services/api-small',
    json('{"proxy":{"hooks":[', longList(HOOK, 10), ']}}'),
  ),
  change(
    'options-origins-accepted',
    'as many trusted origins as are accepted',
    'PATCH',
    '/services/api-small',
    json(
      '{"proxy":{"trusted_origins":[',
      longList((name) => `"https://${name}.example"`),
      ']}}',
    ),
  ),
  change(
    'options-cookies-accepted',
    'as many cookies to forward as are accepted',
    'PATCH',
    '/services/api-small',
    json(
      '{"proxy":{"forward_cookies":[',
      longList((name) => `"${name}"`),
      ']}}',
    ),
  ),
];

export const documents = [...values, ...structures, ...accepted];

// The most expensive bodies for the API to read, from any caller.
import { HEAD, HTML, JSON_TYPE, XML, digits, json, signIn, text } from '../api-requests.mjs';
import { filled } from '../filled.mjs';

const FORM = 'application/x-www-form-urlencoded';

const BOUNDARY = 'b';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (headers, content) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const multipart = (member) => (bytes) => `${filled(bytes - 10, member, '')}--${BOUNDARY}--\r\n`;
const LONG_BOUNDARY = 'a'.repeat(HEAD - 1000);

export const documents = [
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
    'a text of escapes, repeated in XML',
    json('{"user_name":"', text('\\u0001'), '"}'),
    JSON_TYPE,
    XML,
  ),
  signIn(
    'json-markup',
    'a text of markup, repeated in HTML',
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

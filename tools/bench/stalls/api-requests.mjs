// What the documents for the API are made with.
import { filled } from './filled.mjs';

export const JSON_TYPE = 'application/json';
export const XML = { Accept: 'application/xml' };
export const HTML = { Accept: 'text/html' };

/** Bytes that the head of a request may have, less those of the other headers. */
export const HEAD = 15_000;

export const digits = (number) => number.toString(36);

/** A text again and again, as often as it fits. */
export const text = (value) => (bytes) => value.repeat(Math.floor((bytes - 100) / Buffer.byteLength(value)));

/** What fits between two texts. */
export const json = (before, fill, after) => (bytes) =>
  `${before}${fill(bytes - before.length - after.length)}${after}`;

/** As many members of a list, or parameters, as fit into the head of a request. */
export const list = (member, separator = ',') => filled(HEAD, member, separator);

/** To sign-in, which reads the body of any caller. */
export const signIn = (name, description, body, contentType = JSON_TYPE, headers = {}) => ({
  name,
  description,
  method: 'POST',
  path: '/signin',
  contentType,
  headers,
  body,
});

/** A read by an administrator. */
export const read = (name, description, path, headers = {}) => ({
  name,
  description,
  method: 'GET',
  path,
  as: 'administrator',
  headers,
});

/** A change by an administrator. */
export const change = (name, description, method, path, body, headers = {}) => ({
  name,
  description,
  method,
  path,
  as: 'administrator',
  contentType: JSON_TYPE,
  headers,
  body,
});

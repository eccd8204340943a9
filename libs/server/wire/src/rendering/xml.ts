import { type Steps, finished } from '@gatehouse/request-body';
import { escapeMarkup } from '../markup';

/**
 * The XML form of a reply: root `response`, an element for each key with its type as attribute.
 * Reference: http#reply-formats.
 */
export function renderXml(body: Readonly<Record<string, unknown>>): string {
  return finished(writeXml(body));
}

/** The same in steps. */
export function* writeXml(body: Readonly<Record<string, unknown>>): Steps<string> {
  return `<?xml version="1.0" encoding="UTF-8" ?><response>${yield* members(body)}</response>`;
}

function* members(object: object): Steps<string> {
  const parts: string[] = [];
  for (const [key, value] of Array.isArray(object) ? object.entries() : Object.entries(object)) {
    if (value === undefined && !Array.isArray(object)) continue;
    parts.push(yield* element(Array.isArray(object) ? 'item' : String(key), value));
    if (parts.length % 64 === 0) yield 0;
  }
  return parts.join('');
}

/** A key that is not an XML name (an id, a name with blanks) is written as an attribute. */
function* element(key: string, value: unknown): Steps<string> {
  const isName = /^[A-Za-z_][\w.-]*$/.test(key) && !/^xml/i.test(key);
  const open = (type: string): string =>
    isName ? `<${key} type="${type}">` : `<key name="${escapeMarkup(key)}" type="${type}">`;
  const close = isName ? `</${key}>` : '</key>';
  if (value === null) return `${open('null')}${close}`;
  if (typeof value === 'object') {
    const type = Array.isArray(value) ? 'list' : 'dict';
    return `${open(type)}${yield* members(value)}${close}`;
  }
  if (typeof value === 'number') return `${open(Number.isInteger(value) ? 'int' : 'float')}${value}${close}`;
  if (typeof value === 'boolean') return `${open('bool')}${value}${close}`;
  return `${open('str')}${escapeMarkup(String(value))}${close}`;
}

import { STATUS_CODES } from 'node:http';

/**
 * The text of a reply, rendered from one object by recursion: an oracle for the writers of the product, which make the text in
 * pieces. Nothing of them is used here.
 */
export function renderObject(
  format: 'json' | 'xml' | 'html',
  body: Readonly<Record<string, unknown>>,
  status = 200,
): string {
  if (format === 'html') return htmlOf(status, body);
  if (format === 'xml')
    return `<?xml version="1.0" encoding="UTF-8" ?><response>${membersOf(body)}</response>`;
  return spacedJson(body);
}

function spacedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  const members = Object.entries(value).filter(
    ([, member]) => member !== undefined && typeof member !== 'function',
  );
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${spacedJson(member)}`).join(', ')}}`;
}

function membersOf(value: object): string {
  if (Array.isArray(value)) return value.map((item) => elementOf('item', item)).join('');
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => elementOf(name, member))
    .join('');
}

function elementOf(name: string, value: unknown): string {
  const isName = /^[A-Za-z_][\w.-]*$/.test(name) && !/^xml/i.test(name);
  const element = (type: string, content: string): string =>
    isName
      ? `<${name} type="${type}">${content}</${name}>`
      : `<key name="${escaped(name)}" type="${type}">${content}</key>`;
  if (value === null) return element('null', '');
  switch (typeof value) {
    case 'object':
      return element(Array.isArray(value) ? 'list' : 'dict', membersOf(value));
    case 'number':
      return element(Number.isInteger(value) ? 'int' : 'float', `${value}`);
    case 'boolean':
      return element('bool', `${value}`);
    default:
      return element('str', escaped(String(value)));
  }
}

function htmlOf(status: number, body: Readonly<Record<string, unknown>>): string {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body><h1>${escaped(title)}</h1><p>${escaped(String(body['detail'] ?? ''))}</p><h2>${status < 400 ? 'Response' : 'Exception'} Details</h2>
<pre>${escaped(JSON.stringify(body, undefined, 1))}</pre></body></html>`;
}

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Characters that XML does not have become U+FFFD, one for each code unit of a pair that is broken. */
function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 0x20 && !'\t\n\r'.includes(character);
    const isAbsent = isControl || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
    return isAbsent ? '\uFFFD' : (ESCAPES.get(character) ?? character);
  }).join('');
}

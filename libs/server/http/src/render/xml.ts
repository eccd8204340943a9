const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeXml(text: string): string {
  // Characters that XML 1.0 cannot carry at all, not even escaped (section 2.2), become the replacement character.
  const carried = text.replace(
    /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu,
    '\uFFFD',
  );
  return carried.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** The XML form of a reply: root `response`, an element for each key with its type as attribute. Spec: http-api 1.3. */
export function renderXml(body: Readonly<Record<string, unknown>>): string {
  return `<?xml version="1.0" encoding="UTF-8" ?><response>${members(body)}</response>`;
}

function members(object: object): string {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => element(key, value))
    .join('');
}

/** A key that is not an XML name (an id, a name with blanks) is told by an attribute. */
function element(key: string, value: unknown): string {
  const isName = /^[A-Za-z_][\w.-]*$/.test(key) && !/^xml/i.test(key);
  const open = (type: string): string =>
    isName ? `<${key} type="${type}">` : `<key name="${escapeXml(key)}" type="${type}">`;
  const close = isName ? `</${key}>` : '</key>';
  if (value === null) return `${open('null')}${close}`;
  if (Array.isArray(value)) {
    return `${open('list')}${value.map((item) => element('item', item)).join('')}${close}`;
  }
  if (typeof value === 'object') return `${open('dict')}${members(value)}${close}`;
  if (typeof value === 'number') return `${open(Number.isInteger(value) ? 'int' : 'float')}${value}${close}`;
  if (typeof value === 'boolean') return `${open('bool')}${value}${close}`;
  return `${open('str')}${escapeXml(String(value))}${close}`;
}

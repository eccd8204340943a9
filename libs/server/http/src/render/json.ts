/**
 * JSON text with a space after `:` and `,`, because monitoring and start-up scripts match on the text of replies.
 * Takes plain data; a value without JSON form is left out, as `JSON.stringify` does. Spec: decisions 8.
 */
export function renderJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(renderJson).join(', ')}]`;
  if (value instanceof Date) return JSON.stringify(value);
  let text = '';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || typeof member === 'function') continue;
    text += `${text === '' ? '' : ', '}${JSON.stringify(key)}: ${renderJson(member)}`;
  }
  return `{${text}}`;
}

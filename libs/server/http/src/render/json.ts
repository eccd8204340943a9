/**
 * JSON text with a space after `:` and `,`, because monitoring and start-up scripts match on the text of replies.
 * Takes plain data; a value without JSON form is left out, as `JSON.stringify` does. Spec: decisions 8.
 */
export function renderJson(value: unknown): string {
  return render(value, new Map());
}

/**
 * A list that stands at many places of a reply, as the permissions of a type do in a large tree, is written once:
 * `lists` holds the texts of those that have been met.
 */
function render(value: unknown, lists: Map<object, string>): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return renderList(value, lists);
  if (value instanceof Date) return JSON.stringify(value);
  let text = '';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || typeof member === 'function') continue;
    text += `${text === '' ? '' : ', '}${JSON.stringify(key)}: ${render(member, lists)}`;
  }
  return `{${text}}`;
}

function renderList(list: readonly unknown[], lists: Map<object, string>): string {
  const known = lists.get(list);
  if (known !== undefined) return known;
  const text = `[${list.map((member) => render(member, lists)).join(', ')}]`;
  lists.set(list, text);
  return text;
}

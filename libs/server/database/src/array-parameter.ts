const QUOTED = /["\\]/;
const EACH_QUOTED = /["\\]/g;

/**
 * A list of texts, numbers and truth values as the parameter of an array: in the form of the database, because the driver takes
 * several times as long, often while other writers wait. Other values are left to the driver.
 */
export function arrayParameter(values: readonly unknown[]): string | readonly unknown[] {
  let text = '';
  for (const value of values) {
    const item = literalOf(value);
    if (item === undefined) return values;
    text += text === '' ? item : `,${item}`;
  }
  return `{${text}}`;
}

function literalOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return `"${QUOTED.test(value) ? value.replace(EACH_QUOTED, String.raw`\$&`) : value}"`;
    case 'number':
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'NULL';
    default:
      return value === null ? 'NULL' : undefined;
  }
}

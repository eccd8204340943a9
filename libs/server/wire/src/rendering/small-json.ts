/** Most values of a text that is written at once: some tenths of a millisecond. */
const MOST_VALUES = 2_000;

/** Text without a character that JSON escapes; only short ones are looked at. */
const PLAIN = /^[ !#-[\]-~]{0,100}$/;

/** How many values may still be written. */
interface Budget {
  left: number;
}

/**
 * The text of {@link renderJson} for a value of a few members, in one go and several times as fast; undefined for a value that
 * is too large to be written without letting other requests pass.
 */
export function smallJson(value: unknown): string | undefined {
  return write(value, { left: MOST_VALUES });
}

function write(value: unknown, budget: Budget): string | undefined {
  if ((budget.left -= 1) < 0) return undefined;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return JSON.stringify(value) ?? 'null';
  return Array.isArray(value) ? list(value, budget) : object(value, budget);
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function list(values: readonly unknown[], budget: Budget): string | undefined {
  let text = '[';
  for (let index = 0; index < values.length; index += 1) {
    const member = write(values[index], budget);
    if (member === undefined) return undefined;
    text += index === 0 ? member : `, ${member}`;
  }
  return `${text}]`;
}

function object(members: object, budget: Budget): string | undefined {
  let text = '{';
  for (const [key, value] of Object.entries(members) as [string, unknown][]) {
    if (value === undefined || typeof value === 'function') continue;
    const member = write(value, budget);
    if (member === undefined) return undefined;
    text += `${text.length === 1 ? '' : ', '}${quoted(key)}: ${member}`;
  }
  return `${text}}`;
}

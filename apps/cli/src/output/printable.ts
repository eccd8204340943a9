/** Control characters and those that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A text as a terminal may show it: what others have stored must not move its cursor, change its title or hide characters. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return ' ';
    return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  });
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}

/** A value in a table. */
export function shownText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shownText).join(', ');
  if (typeof value === 'object') return printable(JSON.stringify(value));
  return printable(String(value));
}

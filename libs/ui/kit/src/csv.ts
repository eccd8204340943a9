/** An exported value of a table. */
export type CsvValue = string | number | boolean | null | undefined;

/**
 * Rows as CSV (RFC 4180) for spreadsheets: a text that one of them would read as a formula begins
 * with an apostrophe, so that names chosen by other users are never executed.
 */
export function toCsv(rows: readonly (readonly CsvValue[])[]): string {
  // Spreadsheets recognize UTF-8 by the byte order mark.
  return `\ufeff${rows.map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`;
}

function toField(value: CsvValue): string {
  const text = typeof value === 'string' ? withoutFormula(value) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function withoutFormula(text: string): string {
  return /^[\s\u0000]*[=+\-@|%\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}

/** Makes the browser save a text as a file. */
export function saveFile(name: string, text: string, type: string, page: Document): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = page.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Values of a settings file by their environment spelling. */
export type SettingsFile = ReadonlyMap<string, string>;

/**
 * Reads an ini-style file: one `NAME = value` a line, `#` and `;` start comment lines, `[sections]` carry no meaning.
 * A name is written as in the environment (`SVC_COOKIE_NAME`) or dotted (`svc.cookie_name`).
 */
export function parseSettingsFile(content: string): SettingsFile {
  const values = new Map<string, string>();
  for (const line of content.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[#;[]/.test(trimmed)) continue;
    const at = trimmed.indexOf('=');
    if (at < 0) continue;
    const name = trimmed.slice(0, at).trim().replace('.', '_').toUpperCase();
    values.set(name, trimmed.slice(at + 1).trim());
  }
  return values;
}

/** YAML excludes the control characters; as YAML 1.1 and other software read it, lines end at the others. */
const NOT_PRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff]/g;

/** Text in YAML or JSON, in which these characters are in double quotes only, with escapes in their place. */
export function withEscapes(text: string): string {
  return text.replace(NOT_PRINTABLE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

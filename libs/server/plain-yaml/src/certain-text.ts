/** Begins as no number does, and is longer than each word for booleans and null, or has what they do not have. */
const TEXT = /^(?:\/|[A-Za-z](?:.{5}|.*[^A-Za-z]))/;

/** Whether a text without quotes is a text in each version of YAML. */
export function isCertainlyText(text: string): boolean {
  return TEXT.test(text);
}

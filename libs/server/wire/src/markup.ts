const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Printable ASCII that needs no escape. Most texts hold nothing else, and the test costs much less than a replacement. */
const PLAIN = /^[\t\n\r\x20!#-%(-;=?-~]*$/;
/** What XML 1.0 cannot carry, not even escaped: section 2.2. */
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/**
 * Text as content of an element or as value of a quoted attribute, in both HTML and XML. A character
 * that XML cannot carry becomes U+FFFD.
 */
export function escapeMarkup(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(NOT_IN_XML, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

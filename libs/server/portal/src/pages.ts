/** Longest tag that is looked at: those of the portal have less than 300 characters. */
const TAG = /<input\b[^<>]{0,2000}>/gi;

/** The value of a field of a form; undefined if the page has no such field. */
export function fieldIn(page: string, name: string): string | undefined {
  for (const [tag] of page.matchAll(TAG))
    if (attributeOf(tag, 'name') === name) return attributeOf(tag, 'value');
  return undefined;
}

/** Whether a page links to something under this title. */
export function hasLinkTo(page: string, title: string): boolean {
  return page.replace(/\s*([<>])\s*/g, '$1').includes(`>${escaped(title)}</a>`);
}

function attributeOf(tag: string, name: string): string | undefined {
  for (const [, found, value] of tag.matchAll(/\s([a-z_-]{1,40})="([^"]{0,1000})"/gi))
    if (found?.toLowerCase() === name) return value;
  return undefined;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

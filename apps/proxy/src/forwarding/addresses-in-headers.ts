type Rewrite = (address: string) => string;

/** The delay and, optionally, `url=`, as browsers read them (HTML, 4.2.5.3). */
const REFRESH = /^([\s\d.]*[;,]?\s*(?:url\s*=\s*)?)(["']?)([^]*)$/i;

/** `Refresh` with its address rewritten: `5; url=http://inner/x`, with or without `url=` and quotes. */
export function refreshWith(rewrite: Rewrite, value: string): string {
  const [, before = '', quote = '', rest = ''] = REFRESH.exec(value) ?? [];
  const end = quote === '' ? -1 : rest.indexOf(quote);
  const address = end < 0 ? rest : rest.slice(0, end);
  return before + quote + rewrite(address.trim()) + rest.slice(address.length);
}

/** What precedes the quoted value of the parameter that replaces the address a link is about. */
const ANCHOR = /^\s*anchor\s*=\s*$/i;

/**
 * `Link` (RFC 8288) with the targets and anchors of all its links rewritten. What follows a bracket or a quote that is not closed
 * is no link, and is unchanged.
 */
export function linkWith(rewrite: Rewrite, value: string): string {
  let written = '';
  /** Where the text begins that is not written yet, and where the current parameter begins. */
  let from = 0;
  let parameter = 0;
  const replace = (begin: number, end: number): void => {
    written += value.slice(from, begin) + rewrite(value.slice(begin, end).trim());
    from = end;
  };
  for (let index = 0; index < value.length; index++) {
    const character = value[index];
    if (character === ';' || character === ',') parameter = index + 1;
    if (character !== '<' && character !== '"') continue;
    const end = character === '<' ? value.indexOf('>', index) : closingQuote(value, index);
    if (end < 0) break;
    if (character === '<' || ANCHOR.test(value.slice(parameter, index))) replace(index + 1, end);
    index = parameter = end;
  }
  return written + value.slice(from);
}

function closingQuote(value: string, open: number): number {
  for (let index = open + 1; index < value.length; index++) {
    if (value[index] === '"') return index;
    if (value[index] === '\\') index++;
  }
  return -1;
}

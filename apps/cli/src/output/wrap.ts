import stringWidth from 'string-width';

/** Where a long word, such as a path, an address or a name, is broken rather than anywhere else. */
const SEPARATOR = /(?<=[/._:@?&=,;-])/;

/** Lines of at most so many columns of a terminal: broken between words, and inside of those that are longer. */
export function wrapped(text: string, width: number): string[] {
  return filled(
    text.split(' ').flatMap((word) => pieces(word, width)),
    width,
  );
}

/** Lines broken between words alone, so that addresses and identifiers can be copied; one that is longer has a line of its own. */
export function wrappedBetweenWords(text: string, width: number): string[] {
  return filled(text.split(' '), width);
}

/** The width below which a text has to be broken elsewhere than between words and after separators. */
export function longestPart(text: string): number {
  return Math.max(
    ...text.split(' ').flatMap((word) => word.split(SEPARATOR).map((part) => stringWidth(part))),
  );
}

function filled(words: readonly string[], width: number): string[] {
  const [first = '', ...others] = words;
  const lines: string[] = [];
  let line = first;
  for (const word of others) {
    const longer = `${line} ${word}`;
    if (stringWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word in parts that fit into a line: after separators, and inside of what is longer between them. */
function pieces(word: string, width: number): string[] {
  if (stringWidth(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  const add = (part: string): void => {
    if (piece !== '' && stringWidth(piece + part) > width) {
      found.push(piece);
      piece = '';
    }
    piece += part;
  };
  for (const part of word.split(SEPARATOR))
    if (stringWidth(part) <= width) add(part);
    else for (const character of part) add(character);
  return [...found, piece];
}

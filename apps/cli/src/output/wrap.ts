import stringWidth from 'string-width';

/** Lines of at most so many columns of a terminal: broken between words, and inside of those that are longer. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (stringWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word in parts that fit into a line. */
function pieces(word: string, width: number): string[] {
  if (stringWidth(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (stringWidth(piece + character) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

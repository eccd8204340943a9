/** A character of a command that a shell would act on instead of passing it to the program. */
export class UnsupportedShellSyntax extends Error {
  constructor(readonly syntax: string) {
    super(`the command contains ${syntax}`);
  }
}

/** Characters that end a command, start another or redirect its output, outside of quotes. */
const OPERATORS = /[|&;()<>]/;
const BLANK = /[ \t\n]/;
const ANSI: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};
/** `\xHH`, `\uHHHH` and `\UHHHHHHHH`, as browsers write them in copied commands. */
const ANSI_CODE = /(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8}))/y;

/**
 * Splits a command into words as a POSIX shell does, with `$'…'` as bash has it; nothing is executed, substituted or
 * expanded. Anything that a shell would replace or execute throws {@link UnsupportedShellSyntax}, so that no other request
 * is read than the one that the command sends. Linear in the length of the command.
 */
export function shellWords(command: string): readonly string[] {
  const text = command.replaceAll('\r\n', '\n');
  const words: string[] = [];
  let word: string | undefined;
  let index = 0;
  while (index < text.length) {
    const character = text.charAt(index);
    if (BLANK.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      index++;
      continue;
    }
    if (character === '#' && word === undefined) throw new UnsupportedShellSyntax('a comment');
    const part = partAt(text, index);
    // A continued line.
    if (part.text !== undefined) word = (word ?? '') + part.text;
    index = part.end;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** A part of a word and the index after it; without text it is nothing at all, not even an empty word. */
interface Part {
  readonly text: string | undefined;
  readonly end: number;
}

function partAt(text: string, index: number): Part {
  const character = text.charAt(index);
  switch (character) {
    case "'":
      return singleQuoted(text, index + 1);
    case '"':
      return doubleQuoted(text, index + 1);
    case '\\':
      return escaped(text, index + 1);
    case '$':
      if (text.charAt(index + 1) === "'") return ansiQuoted(text, index + 2);
      throw new UnsupportedShellSyntax('a variable ($)');
    case '`':
      throw new UnsupportedShellSyntax('a command substitution (`)');
    default:
      if (OPERATORS.test(character)) throw new UnsupportedShellSyntax(`${character} outside of quotes`);
      return { text: character, end: index + 1 };
  }
}

function escaped(text: string, index: number): Part {
  if (index >= text.length) throw new UnsupportedShellSyntax('a backslash at its end');
  const character = text.charAt(index);
  return { text: character === '\n' ? undefined : character, end: index + 1 };
}

function singleQuoted(text: string, start: number): Part {
  const end = text.indexOf("'", start);
  if (end < 0) throw unclosed();
  return { text: text.slice(start, end), end: end + 1 };
}

function doubleQuoted(text: string, start: number): Part {
  let content = '';
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '"') return { text: content, end: index + 1 };
    if (character === '$' || character === '`')
      throw new UnsupportedShellSyntax(`${character} in double quotes`);
    if (character === '\\') {
      const next = text.charAt(++index);
      // A backslash is only special before these.
      if (next === '\n') continue;
      content += /["\\$`]/.test(next) ? next : `\\${next}`;
    } else content += character;
  }
  throw unclosed();
}

function ansiQuoted(text: string, start: number): Part {
  let content = '';
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "'") return { text: content, end: index + 1 };
    if (character !== '\\') {
      content += character;
      continue;
    }
    const next = text.charAt(index + 1);
    const known = ANSI[next];
    ANSI_CODE.lastIndex = index + 1;
    const code = known === undefined ? ANSI_CODE.exec(text) : null;
    const point = parseInt(code?.[1] ?? code?.[2] ?? code?.[3] ?? '', 16);
    if (known === undefined && !(point > 0 && point <= 0x10ffff)) {
      throw new UnsupportedShellSyntax(`the escape \\${next} in $'…'`);
    }
    content += known ?? String.fromCodePoint(point);
    index += code?.[0].length ?? 1;
  }
  throw unclosed();
}

function unclosed(): UnsupportedShellSyntax {
  return new UnsupportedShellSyntax('a quote that is not closed');
}

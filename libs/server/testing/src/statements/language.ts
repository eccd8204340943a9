/** Columns and aliases with names, email addresses and actors, which are compared by code point. Reference: data#names. */
const NAMES =
  /(?:^|[."\s(])(?:name|email|actor_name|user_name|userName|service_name|nodeName|subject|provider|login)"?$/i;

const COLLATED = /COLLATE "C"/;

/** A fold of display names, by which nothing is decided. */
const OF_DISPLAY_NAMES = /^(?:\w+\.)?display_name$/;

/**
 * What a statement does with names by the language of the database, as lines: it folds their case, or sorts or compares them without
 * `COLLATE "C"`.
 */
export function languageProblems(statement: string): string[] {
  return [
    ...foldsOf(statement).filter((argument) => !COLLATED.test(argument) && !OF_DISPLAY_NAMES.test(argument)),
    ...(statement.match(/\b(?:NOT )?ILIKE\b|~\*/g) ?? []),
    ...sortKeysOf(statement).filter((key) => NAMES.test(key.replace(/\s+(?:ASC|DESC)$/i, ''))),
    ...(statement.match(/(?<![\w"])(?:\w+\.)?(?:name|email|actor_name) *(?:<=?|>=?)(?!>)/g) ?? []),
  ];
}

/** The arguments of functions that fold the case of a text. */
function foldsOf(statement: string): string[] {
  return [...statement.matchAll(/\b(?:lower|upper|initcap)\(/gi)].map(({ index, 0: begin }) =>
    untilClosed(statement, index + begin.length),
  );
}

/** The keys by which a statement sorts, at any depth. */
function sortKeysOf(statement: string): string[] {
  return [...statement.matchAll(/\b(?:ORDER BY|DISTINCT ON \() */g)].flatMap(({ index, 0: begin }) => {
    const list = untilClosed(statement, index + begin.length);
    const end = /\s(?:LIMIT|OFFSET|FOR|RETURNING|ROWS|RANGE)\b/.exec(list)?.index ?? list.length;
    return topLevel(list.slice(0, end));
  });
}

/** From an index to the parenthesis that closes what is around it, or to the end. */
function untilClosed(text: string, from: number): string {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    else if (text[index] === ')') depth -= 1;
    if (depth < 0) return text.slice(from, index);
  }
  return text.slice(from);
}

/** The parts of a list that is separated by commas. */
function topLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let index = 0; index <= list.length; index += 1) {
    if (list[index] === '(') depth += 1;
    else if (list[index] === ')') depth -= 1;
    else if ((list[index] === ',' && depth === 0) || index === list.length) {
      parts.push(list.slice(begin, index).trim());
      begin = index + 1;
    }
  }
  return parts;
}

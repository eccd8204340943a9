/**
 * Other spellings of a path of unreserved characters, which a server or a front end may read as the same path: each character
 * escaped in both cases, doubled and encoded slashes, and path parameters.
 */
export function spellingsOf(path: string): readonly string[] {
  const spellings = new Set<string>();
  for (let at = 0; at < path.length; at += 1) {
    const [before, character, after] = [path.slice(0, at), path.charAt(at), path.slice(at + 1)];
    // The first slash separates the path from the host.
    if (at > 0 || character !== '/') {
      for (const escape of escapesOf(character)) spellings.add(before + escape + after);
    }
    if (character === '/') {
      for (const slashes of ['//', '///', '/%2F', '/%2f/', '/;x/']) spellings.add(before + slashes + after);
      for (const parameter of [';x', ';a=b;c', '%3Bx', '%3bx', ';']) {
        if (at > 0) spellings.add(`${before}${parameter}/${after}`);
        spellings.add(path + parameter);
      }
    }
  }
  spellings.add(`/${escaped(path.slice(1))}`);
  spellings.add(`/${escaped(path.slice(1)).toLowerCase()}`);
  spellings.add(`//${escaped(path.slice(1))}%3Bx`);
  return [...spellings];
}

function escapesOf(character: string): readonly string[] {
  const escape = escaped(character);
  return [escape, escape.toLowerCase()];
}

function escaped(text: string): string {
  return [...text].map((character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`).join('');
}

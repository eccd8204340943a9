/** An edit of a list of headers; names are in lower case, except for the spelling of headers that are set. */
export type HeaderEdit =
  | { readonly kind: 'set'; readonly name: string; readonly value: string }
  | { readonly kind: 'remove'; readonly name: string };

/**
 * A flat list of names and values after some edits, in their order. A header that is set replaces all headers of its name;
 * `keeps` exempts single ones from removal.
 */
export function editHeaders(
  headers: readonly string[],
  edits: readonly HeaderEdit[],
  keeps: (name: string, value: string) => boolean = () => false,
): string[] {
  let list = [...headers];
  for (const edit of edits) {
    const name = edit.name.toLowerCase();
    list = list.filter((_, index) => {
      const at = index - (index % 2);
      return list[at]?.toLowerCase() !== name || keeps(name, list[at + 1] ?? '');
    });
    if (edit.kind === 'set') list.push(edit.name, edit.value);
  }
  return list;
}

/** The values of a header; `name` is in lower case. */
export function valuesOf(headers: readonly string[], name: string): readonly string[] {
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name);
}

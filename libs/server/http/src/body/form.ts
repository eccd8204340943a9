import { type Problem, problem } from '@gatehouse/problems';

/** The fields of a form: every value is a text, and a field may occur several times. */
export type FormFields = Readonly<Record<string, readonly string[]>>;

export const tooManyFields = (most: number): Problem => problem('too_many_form_fields', { maximum: most });

/** The fields of an urlencoded form; 413 for more than `most`, which are counted before parsing. */
export function readForm(text: string, most: number): FormFields {
  let separators = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    separators += 1;
    if (separators >= most) throw tooManyFields(most);
  }
  return byName(new URLSearchParams(text));
}

/** The values of each field in their order. */
export function byName(pairs: Iterable<readonly [string, string]>): FormFields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(fields);
}

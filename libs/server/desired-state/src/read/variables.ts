import type { FileScalar, FileValue } from './file-value';
import { expandedIn } from './file-value';

/** Values of variables by their names; the environment of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

const VARIABLE = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g;

export interface Replacements {
  /** Called with the number of characters of each value before they are used. */
  readonly count: (characters: number) => void;
  /** Called for each variable that is not set; without its name where that may be a part of a password with a dollar sign. */
  readonly unset: (name: string | undefined) => void;
}

/** The text with `$NAME` and `${NAME}` replaced; those of unknown variables stay. There is no escape and no default. */
export function expanded(text: string, variables: Variables, { count, unset }: Replacements): string {
  return text.replace(VARIABLE, (written, braced?: string, plain?: string) => {
    const name = braced ?? plain ?? '';
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) unset(braced !== undefined || written === text ? name : undefined);
    count((value ?? written).length);
    return value ?? written;
  });
}

/** Whether variables could be replaced in the text. */
export function hasVariable(text: string): boolean {
  return text.search(VARIABLE) >= 0;
}

/** Whether the text consists of one variable that was not replaced. */
export function isUnsetVariable(text: string): boolean {
  return /^\$(?:\{\w+\}|[A-Za-z_]\w*)$/.test(text);
}

/** Returns a function that puts the written form of all texts of a value in the place of their expanded form. */
export function maskOf(value: FileValue | undefined): (text: string) => string {
  if (!value) return (text) => text;
  const texts = [...expandedIn(value)].flatMap(({ value: plain, written = '' }: FileScalar) =>
    // Errors repeat the beginning of long values.
    typeof plain === 'string' && plain !== ''
      ? [plain, plain.slice(0, 200), plain.slice(0, 300)].map((secret) => ({ secret, written }))
      : [],
  );
  const sorted = texts.sort((one, other) => other.secret.length - one.secret.length);
  return (text) => sorted.reduce((masked, { secret, written }) => masked.replaceAll(secret, written), text);
}

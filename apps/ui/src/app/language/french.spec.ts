import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const app = join(__dirname, '..');

interface FrenchText {
  readonly file: string;
  readonly key: string;
  readonly english: string;
  readonly french: string;
}

/** Parameters that are numbers; all others can begin with a vowel. */
const NUMBERS = /^(all|count|date|done|from|max|min|of|revision|to|total|version)$/;
const filledIn = (text: string): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => (NUMBERS.test(name) ? '3' : 'aiko'));

/** A text as readers see it, with a name that begins with a vowel. */
function shown(text: unknown): string | undefined {
  if (typeof text === 'string') return filledIn(text);
  if (typeof text !== 'function') return undefined;
  for (const value of ['aiko', 3]) {
    try {
      return String(Reflect.apply(text, undefined, [value, value, value]));
    } catch {
      // It takes a value of the other kind.
    }
  }
  throw new Error('A text takes parameters that are neither names nor numbers.');
}

function textsOf(file: string, en: object, fr: object, prefix = ''): FrenchText[] {
  return Object.entries(en).flatMap(([key, value]): FrenchText[] => {
    const translated: unknown = Reflect.get(fr, key);
    const [english, french] = [shown(value), shown(translated)];
    if (english !== undefined && french !== undefined) return [{ file, key: prefix + key, english, french }];
    return textsOf(file, value as object, translated as object, `${prefix}${key}.`);
  });
}

interface Pair {
  readonly en: object;
  readonly fr: object;
}
const isPair = (value: unknown): value is Pair =>
  typeof value === 'object' && value !== null && 'en' in value && 'fr' in value;

function cataloguesOf(file: string): Pair[] {
  return Object.values(jest.requireActual<Record<string, unknown>>(join(app, file))).filter(isPair);
}

const texts = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(texts|messages)\.ts$/.test(file))
  .flatMap((file) => cataloguesOf(file).flatMap(({ en, fr }) => textsOf(file, en, fr)));

/** Without what is written as it is, such as the name of a header or a prefix of the search. */
const prose = (text: string): string =>
  text.replace(/Authorization: Bearer|\b(user|group|service|resource):/g, 'x');

const matching = (wrong: (text: FrenchText) => boolean): string[] =>
  texts.filter(wrong).map(({ file, key, french }) => `${file} ${key}: ${french}`);

describe('the French texts of the console', () => {
  it('are those of all pages', () => {
    expect(new Set(texts.map(({ file }) => file)).size).toBeGreaterThan(30);
  });

  it('have a space before double punctuation and inside quotation marks', () => {
    expect(matching(({ french }) => /[^\s:][:;?!»](?![/\w])|«\S/u.test(prose(french)))).toEqual([]);
  });

  it('elide before vowels, also before a name that begins with one', () => {
    const unelided = /(?<![-\p{L}])(de|que|jusque|lorsque|puisque|ne|je|se|le|la) (?!https)[aàâeéèêiîoôuû]/iu;
    // Pronouns after a verb, as in “ajoutez-la à”, are not elided.
    expect(matching(({ french }) => unelided.test(french))).toEqual([]);
  });

  it('have apostrophes, not straight quotation marks', () => {
    expect(matching(({ french }) => /\p{L}'\p{L}/u.test(french))).toEqual([]);
  });

  it('do not call it the same to undo something and to cancel', () => {
    const isUndo = ({ english }: FrenchText) => /^(Undo|Revert)\b/.test(english);
    expect(matching((text) => isUndo(text) && /^Annuler\b/.test(text.french))).toEqual([]);
  });
});

describe('the English texts of the console', () => {
  it('say email, not mail', () => {
    expect(
      texts.filter(({ english }) => /\bmails?\b/i.test(english)).map(({ file, key }) => `${file} ${key}`),
    ).toEqual([]);
  });
});

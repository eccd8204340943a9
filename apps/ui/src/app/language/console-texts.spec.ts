import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TestBed } from '@angular/core/testing';
import { type ConsoleTexts, consoleTexts } from './console-texts';
import { LOCALE } from './language';
import { LanguageChoice } from './language-choice';
import { translations } from './translations';

interface Texts {
  readonly file: string;
  readonly name: string;
  readonly texts: ConsoleTexts<object>;
}

const app = join(__dirname, '..');
const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
const sources = files
  .filter((file) => /\.(ts|html)$/.test(file) && !/\.(texts|spec)\.ts$/.test(file))
  .map((file) => ({ file, folder: dirname(file), text: readFileSync(join(app, file), 'utf8') }));

/** Every catalogue of the console, as its module exports it. */
const catalogues: readonly Texts[] = files
  .filter((file) => file.endsWith('.texts.ts'))
  .flatMap((file) =>
    Object.entries(jest.requireActual<Record<string, ConsoleTexts<object>>>(join(app, file))).map(
      ([name, texts]) => ({ file, name, texts }),
    ),
  );

type Leaves = ReadonlyMap<string, string>;

function leavesOf(tree: object, prefix = ''): Leaves {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : [...leavesOf(value as object, `${prefix}${key}.`)],
    ),
  );
}

/** Files in other folders that name texts by their keys. */
const NAMING: Readonly<Record<string, string>> = { titleTexts: 'shell/console.routes.ts' };

const parametersIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? ''))].sort();

describe('the texts of the console', () => {
  it('are those of all areas', () => {
    expect(catalogues.length).toBeGreaterThan(25);
  });

  it.each(catalogues)('of $file are in both languages, with the same parameters', ({ texts }) => {
    const english = leavesOf(texts.en);
    const french = leavesOf(texts.fr);
    expect([...french.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of english) {
      expect([key, text.trim(), french.get(key)?.trim()]).not.toContain('');
      expect([key, parametersIn(french.get(key) ?? '')]).toEqual([key, parametersIn(text)]);
    }
  });

  it.each(catalogues)('of $file are all used', ({ file, name, texts }) => {
    const using = sources.filter(
      (source) =>
        source.folder === dirname(file) ||
        source.file === NAMING[name] ||
        new RegExp(`\\b${name}\\b`).test(source.text),
    );
    const users = using.map(({ text }) => text).join('\n');
    const composed = [...users.matchAll(/`(\w+\.(?:[\w.]|\$\{[^`}]*\})*)`/g)].map(
      ([, key = '']) => new RegExp(`^${key.replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`),
    );
    const isUsed = (key: string): boolean => {
      const whole = key.replace(/\.(one|other)$/, '');
      return users.includes(`'${whole}'`) || composed.some((pattern) => pattern.test(whole));
    };
    expect([...leavesOf(texts.en).keys()].filter((key) => !isUsed(key))).toEqual([]);
  });
});

const people = consoleTexts({
  en: {
    hello: 'Hello {{name}}',
    count: { one: '{{count}} person', other: '{{count}} people' },
    below: { text: 'x' },
  },
  fr: {
    hello: 'Bonjour {{name}}',
    count: { one: '{{count}} personne', other: '{{count}} personnes' },
    below: { text: 'y' },
  },
});

describe('a text of the console', () => {
  const inLanguage = (language: 'en' | 'fr') => {
    TestBed.configureTestingModule({
      providers: [{ provide: LOCALE, useValue: { language, locale: language } }],
    });
    return TestBed.runInInjectionContext(() => translations(people));
  };

  it('has its parameters filled in', () => {
    expect(inLanguage('en')('hello', { name: '{{count}} <b>Ada</b>' })).toBe('Hello {{count}} <b>Ada</b>');
  });

  it.each([
    ['en', 0, '0 people'],
    ['en', 1, '1 person'],
    ['en', 1200, '1,200 people'],
    ['fr', 0, '0 personne'],
    ['fr', 1200, '1\u202f200 personnes'],
  ] as const)('counts as readers of %s do: %i', (language, count, text) => {
    expect(inLanguage(language)('count', { count })).toBe(text);
  });

  it('follows the language that is chosen, which is stored', () => {
    const t = inLanguage('en');
    TestBed.inject(LanguageChoice).choose('fr');
    expect([t('hello', { name: 'Ada' }), t('below.text')]).toEqual(['Bonjour Ada', 'y']);
    expect(document.documentElement.lang).toBe('fr');
    TestBed.resetTestingModule();
    expect(TestBed.inject(LOCALE).language).toBe('fr');
  });

  it('does not compile with an unknown key, without a parameter, or untranslated', () => {
    const t = inLanguage('en');
    // @ts-expect-error there is no such text
    expect(() => t('goodbye')).toThrow('There is no text goodbye in en');
    // @ts-expect-error the name is missing
    t('hello');
    // @ts-expect-error French is missing
    consoleTexts({ en: { only: 'English' }, fr: {} });
  });
});

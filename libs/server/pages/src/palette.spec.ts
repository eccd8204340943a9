import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const SOURCES = { base: 'libs/ui/kit/src/styles/tokens.css', accents: 'apps/ui/public/accents.css' };
const FILE = 'libs/server/pages/src/palette.ts';

/** The rules of the first block of a selector. */
function rulesOf(css: string, selector: string): string {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`There are no rules of ${selector}.`);
  return css.slice(start, css.indexOf('}', start));
}

function colours(rules: string, isWanted: (name: string) => boolean): string[] {
  return [...rules.matchAll(/--gh-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)]
    .filter(([, name = '']) => isWanted(name))
    .map(([, name = '', light = '', dark = '']) => {
      const key = /^\w+$/.test(name) ? name : `'${name}'`;
      return `${key}: ['${light}', '${dark}'],`;
    });
}

const isAccent = (name: string): boolean => /(?:^|-)accent(?:-|$)/.test(name);

/** The module that has the colours of the style sheets. */
function generated(): string {
  const base = rulesOf(readFileSync(SOURCES.base, 'utf8'), ':root');
  const others = readFileSync(SOURCES.accents, 'utf8');
  const names = [...others.matchAll(/:root\[data-accent='(\w+)'\]/g)].map(([, name = '']) => name);
  const accents = [
    ['blue', base] as const,
    ...names.map((name) => [name, rulesOf(others, `:root[data-accent='${name}']`)] as const),
  ];
  return [
    `// Generated from ${SOURCES.base} and ${SOURCES.accents} (npm run golden); do not edit.`,
    '',
    '/** A colour in the light and in the dark theme. */',
    'export type Colour = readonly [light: string, dark: string];',
    '',
    '/** The colours of the console, except those of the accent. */',
    'export const COLOURS = {',
    ...colours(base, (name) => !isAccent(name)).map((line) => `  ${line}`),
    '} as const satisfies Readonly<Record<string, Colour>>;',
    '',
    '/** The colours of each accent (SVC_UI_THEME). */',
    'export const ACCENTS = {',
    ...accents.flatMap(([name, rules]) => [
      `  ${name}: {`,
      ...colours(rules, isAccent).map((line) => `    ${line}`),
      '  },',
    ]),
    '} as const satisfies Readonly<Record<string, Readonly<Record<string, Colour>>>>;',
    '',
    'export type Accent = keyof typeof ACCENTS;',
    '',
  ].join('\n');
}

describe('the colours of plain pages', () => {
  it('are those of the style sheets of the console (npm run golden)', () => {
    const text = generated();
    if (process.env['GOLDEN'] === 'write') writeFileSync(FILE, text);
    expect(existsSync(FILE) && readFileSync(FILE, 'utf8')).toBe(text);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = ['tokens.css', '../../../../../apps/ui/public/accents.css']
  .map((file) => readFileSync(join(__dirname, file), 'utf8'))
  .join('');

type Colours = ReadonlyMap<string, readonly [light: string, dark: string]>;

function coloursIn(rules: string): Colours {
  return new Map(
    [...rules.matchAll(/--gh-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
      ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
    ),
  );
}

/** The rules of a selector, of the first block that has it. */
function rulesOf(selector: string): string {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`There are no rules of ${selector}.`);
  return css.slice(start, css.indexOf('}', start));
}

const base = coloursIn(rulesOf(':root'));
const accents = ['blue', ...[...css.matchAll(/\[data-accent='(\w+)'\]/g)].map(([, name = '']) => name)];

/** The relative luminance of WCAG 2.2, from 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('the accent colours', () => {
  it('are those of SVC_UI_THEME', () => {
    const definition = /'SVC_UI_THEME', \[([^\]]*)\]/.exec(
      readFileSync('libs/server/settings/src/definitions.ts', 'utf8'),
    );
    expect(definition?.[1]?.split(', ')).toEqual(accents.map((name) => `'${name}'`));
  });

  it.each(accents)('of %s have the contrast of WCAG 2.2 AA in both themes', (name) => {
    const own = name === 'blue' ? base : coloursIn(rulesOf(`:root[data-accent='${name}']`));
    const colours = new Map([...base, ...own]);
    expect([...own.keys()]).toEqual(
      expect.arrayContaining(['accent', 'accent-strong', 'accent-soft', 'on-accent']),
    );
    const pairs = [
      ...['accent', 'accent-strong'].flatMap((text) =>
        ['background', 'surface', 'surface-sunken', 'accent-soft', 'on-accent'].map((below) => [text, below]),
      ),
      ['text', 'accent-soft'],
      ['text-muted', 'accent-soft'],
    ];
    const low = pairs.flatMap(([text = '', below = '']) =>
      ([0, 1] as const)
        .map((theme) => [
          theme,
          contrast(colours.get(text)?.[theme] ?? '', colours.get(below)?.[theme] ?? ''),
        ])
        .filter(([, ratio = 0]) => !(ratio >= 4.5))
        .map(([theme, ratio]) => `${text} on ${below}: ${theme === 0 ? 'light' : 'dark'} ${ratio}`),
    );
    expect(low).toEqual([]);
  });
});

import type { Random } from '../oracle/random';
import type { Harvested } from './harvest';
import { WORKSPACE } from './services';

/** A name as it is requested, after each step of its making: first as harvested. */
export type Spelling = readonly { readonly step: string; readonly text: string }[];

type Change = (text: string, random: Random, others: readonly Harvested[]) => string;

const anyCase = (text: string, random: Random) =>
  [...text].map((one) => (random.chance(0.5) ? one.toUpperCase() : one.toLowerCase())).join('');

const CHANGES: Readonly<Record<string, Change>> = {
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  'any case': anyCase,
  separators: (text, random) => text.replace(/[ :_-]/g, () => random.of([' ', '_', ':', '-'])),
  'one separator': (text, random) => text.replace(/[ :_-]/, () => random.of([' ', '_', ':', '-', ''])),
  underscores: (text) => text.replace(/[ :-]/g, '_'),
  dashes: (text) => text.replace(/[ :_]/g, '-'),
  prefix: (text, random) => `${random.of(['x', 'ms', 'qgs', 'feature', 'a:b', '', '1'])}:${text}`,
  workspace: (text, random) => `${random.of([WORKSPACE, WORKSPACE.toUpperCase(), 'other'])}:${text}`,
  'prefix of another name': (text, random, others) => `${random.of(kindOf(random, others)).text}:${text}`,
  'without prefix': (text) => text.slice(text.indexOf(':') + 1),
  suffix: (text, random) =>
    text + random.of(['.1', '.2', '.0', '.', '/', '/v', ' ', '*', ':', '.x.1', '_', '-', '%00', '?']),
  'suffix of another name': (text, random, others) =>
    `${text}${random.of([':', '.', '/', '@'])}${random.of(others).text}`,
  blank: (text, random) => random.of([` ${text}`, `${text} `, `\t${text}`, `${text}\n`]),
};
const STEPS = Object.keys(CHANGES);

/** Words that servers use for all or no layers. */
const WORDS = ['all', '*', '', '0', 'default'];

/** A name of the server, often in another spelling. */
export function spell(random: Random, harvested: readonly Harvested[]): Spelling {
  if (random.chance(0.02)) return [{ step: 'word', text: random.of(WORDS) }];
  // As announced, so that changed names are often beside others that are not.
  if (random.chance(0.4)) {
    const { origin, text } = random.of(kindOf(random, harvested));
    return [{ step: origin, text }];
  }
  const { origin, text } = random.of(kindOf(random, harvested));
  let spelling: Spelling = [{ step: origin, text }];
  for (let rest = random.of([1, 1, 1, 1, 2, 2, 3]); rest > 0; rest--)
    spelling = change(spelling, random, harvested);
  return spelling;
}

/** An identifier of a feature, from one that the server has returned or from any name. */
export function spellId(random: Random, harvested: readonly Harvested[]): Spelling {
  const ids = harvested.filter(({ origin }) => origin === 'feature');
  if (ids.length > 0 && random.chance(0.4)) {
    const { text } = random.of(ids);
    const spelling: Spelling = [{ step: 'feature', text }];
    if (random.chance(0.4)) return spelling;
    return change(spelling, random, harvested, random.chance(0.4) ? 'prefix of another name' : undefined);
  }
  const spelling = spell(random, harvested);
  return [...spelling, { step: 'number', text: `${textOf(spelling)}.${random.of([1, 1, 2, 0])}` }];
}

/** The text that is requested. */
export function textOf(spelling: Spelling): string {
  return spelling.at(-1)?.text ?? '';
}

function change(
  spelling: Spelling,
  random: Random,
  harvested: readonly Harvested[],
  step = random.of(STEPS),
): Spelling {
  return [...spelling, { step, text: CHANGES[step]?.(textOf(spelling), random, harvested) ?? '' }];
}

/** Names of one kind, so that the many layers do not hide the few groups. */
function kindOf(random: Random, harvested: readonly Harvested[]): readonly Harvested[] {
  const wanted = random.of(['root', 'group', 'layer', 'layer', 'layer', 'type', 'type', 'title', 'feature']);
  const found = harvested.filter(({ origin }) => origin === wanted);
  return found.length > 0 ? found : harvested;
}

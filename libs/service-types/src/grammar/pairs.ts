import { type Outside, invalid, isOutside } from '../reading';

/** A name and a value of a query or a form, decoded. */
export interface Pair {
  /** Lower case. */
  readonly name: string;
  readonly value: string;
  /** Whether the value was sent with a plus sign, which is a blank to some servers and a plus sign to others. */
  readonly hasPlus: boolean;
}

/** Servers disagree about names with other characters: some trim them, drop brackets, or split them after decoding. */
const NAME = /^[A-Za-z0-9_.:-]+$/;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const PLAIN = /^[A-Za-z0-9_.:,/*!'()~@$;?|{}[\]<>"\\^` -]*$/;

/**
 * Takes a query or a form apart: pairs between ampersands, name and value decoded after they were split. What servers are
 * known to read differently is outside of every grammar: encoded names that hold more than a name, control characters,
 * faulty encodings. `locator` says what the text is.
 */
export function readPairs(text: string, locator: 'query' | 'body'): readonly Pair[] | Outside {
  if (text === '') return [];
  const pairs: Pair[] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const pair = pairOf(part, locator);
    if (isOutside(pair)) return pair;
    pairs.push(pair);
  }
  return pairs;
}

function pairOf(part: string, locator: string): Pair | Outside {
  const sign = part.indexOf('=');
  const name = decoded(sign < 0 ? part : part.slice(0, sign));
  const raw = sign < 0 ? '' : part.slice(sign + 1);
  const value = PLAIN.test(raw) ? raw : decoded(raw);
  if (name === undefined || !NAME.test(name)) {
    return invalid(
      locator,
      'The name of a parameter has other characters than letters, digits and _.:- once it is decoded.',
    );
  }
  if (value === undefined || CONTROL.test(value)) {
    return invalid(
      name.toLowerCase(),
      `The value of ${name.toLowerCase()} has a control character or a faulty encoding.`,
    );
  }
  return { name: name.toLowerCase(), value, hasPlus: raw.includes('+') };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    return undefined;
  }
}

import type { Interpreted } from '../grammar/interpreted';
import { type Outside, invalid } from '../reading';

/**
 * Addresses that cannot be GeoServer itself, past every proxy: of a host with a name of several labels, which is not a number,
 * without a user. `http://geoserver/…` is answered by GeoServer from within, and single labels and numbers are hosts of its
 * own network.
 */
const ELSEWHERE =
  /^https?:\/\/(?!(?:[\w-]+\.)*(?:local|localhost|localdomain|internal|intranet|lan)\.?(?:[:/]|$))[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*\.?(?::\d{1,5})?(?:\/[^\s\\]*)?$/i;

/** Whether GeoServer can fetch an address without reaching itself. */
export function isElsewhere(address: string): boolean {
  return ELSEWHERE.test(address);
}

/** Attributes of an input, lower case; those of references are read by themselves. */
const ATTRIBUTES: ReadonlySet<string> = new Set(['mimetype', 'encoding', 'schema', 'uom', 'datatype', 'crs']);
const REFERENCES: ReadonlySet<string> = new Set(['href', 'xlink:href']);

/**
 * What is wrong in the inputs of a process of GeoServer, `name=value@attribute=value;…`: attributes that are not known, and
 * references to GeoServer itself, which are separate requests.
 */
export function inputsProblem(inputs: string, interpreted: Interpreted): Outside | undefined {
  for (const input of partsOf(inputs, ';')) {
    const problem = interpreted.takeNames(1, 'datainputs') ?? inputProblem(input, interpreted);
    if (problem) return problem;
  }
  return undefined;
}

function inputProblem(input: string, interpreted: Interpreted): Outside | undefined {
  const sign = input.indexOf('=');
  const at = sign < 0 ? -1 : input.indexOf('@', sign + 1);
  if (at < 0) return undefined;
  for (const attribute of partsOf(input.slice(at + 1), '@')) {
    // The value of an input may be data of any size, its attributes are interpreted.
    const problem =
      interpreted.takeNames(1, 'datainputs') ??
      interpreted.take(attribute.length, 'datainputs') ??
      attributeProblem(attribute);
    if (problem) return problem;
  }
  return undefined;
}

/** The parts between separators, one at a time: there may be millions of them. */
function* partsOf(text: string, separator: string): Generator<string> {
  let from = 0;
  for (let to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
    yield text.slice(from, to);
    from = to + separator.length;
  }
  yield text.slice(from);
}

function attributeProblem(attribute: string): Outside | undefined {
  const sign = attribute.indexOf('=');
  const name = attribute.slice(0, Math.max(sign, 0)).toLowerCase();
  const value = attribute.slice(sign + 1);
  if (ATTRIBUTES.has(name)) return undefined;
  if (!REFERENCES.has(name)) {
    return invalid('datainputs', 'An input in datainputs has an unknown attribute.');
  }
  // Clients encode addresses in this parameter once more.
  return isElsewhere(value) || isElsewhere(decodedAgain(value)) ? undefined : refersToItself('datainputs');
}

/** The refusal of a reference that may lead to the server itself. */
export function refersToItself(locator: string): Outside {
  return invalid(
    locator,
    'An input refers to an address that may be the server itself, or is not an http or https address.',
  );
}

function decodedAgain(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

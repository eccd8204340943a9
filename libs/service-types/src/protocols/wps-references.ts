import { type Outside, invalid } from '../reading';

/**
 * Addresses that cannot be GeoServer itself, past every proxy: of a host with a name of several labels, which is no number,
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
 * references to GeoServer itself, which are requests of their own.
 */
export function inputsProblem(inputs: string): Outside | undefined {
  for (const input of inputs.split(';')) {
    const sign = input.indexOf('=');
    if (sign < 0) continue;
    for (const attribute of input
      .slice(sign + 1)
      .split('@')
      .slice(1)) {
      const problem = attributeProblem(attribute);
      if (problem) return problem;
    }
  }
  return undefined;
}

function attributeProblem(attribute: string): Outside | undefined {
  const sign = attribute.indexOf('=');
  const name = attribute.slice(0, Math.max(sign, 0)).toLowerCase();
  const value = attribute.slice(sign + 1);
  if (ATTRIBUTES.has(name)) return undefined;
  if (!REFERENCES.has(name)) {
    return invalid('datainputs', 'An input in datainputs has an attribute that is not known.');
  }
  // Clients encode addresses in this parameter once more.
  return isElsewhere(value) || isElsewhere(decodedAgain(value)) ? undefined : refersToItself('datainputs');
}

/** The refusal of a reference that may lead to the server itself. */
export function refersToItself(locator: string): Outside {
  return invalid(
    locator,
    'An input refers to an address that may be the server itself, or is not one of the Web.',
  );
}

function decodedAgain(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

import { type Outside, invalid } from '../reading';

/** A path to a property. Parentheses, brackets and quotation marks would make an expression of it. */
const PATH = /^[\p{L}\p{N}_.:@/*-]+$/u;
/** Lists of paths with an order of sorting each, one list for a type or for each of several. */
const PATHS = /^(?:[\p{L}\p{N}_.:@/*, -]*|(?:\([\p{L}\p{N}_.:@/*, -]*\))+)$/u;

/** Rejects what is not the name of a property or a path to one. */
export function propertyProblem(text: string, locator: string): Outside | undefined {
  return PATH.test(text) ? undefined : expression(locator);
}

/** Rejects lists that contain anything but properties. */
export function propertiesProblem(text: string, locator: string): Outside | undefined {
  return PATHS.test(text) ? undefined : expression(locator);
}

/** Rejects options of a format that could name a file of the server, such as a layout. */
export function formatOptionsProblem(text: string, locator: string): Outside | undefined {
  return /^[\w .:;,#%()+-]*$/.test(text)
    ? undefined
    : invalid(locator, 'The options of the format have characters that could name a file.');
}

/** Rejects a value of a stored query's parameter that could become markup of the query, in whose text servers put it. */
export function markupProblem(text: string, locator: string): Outside | undefined {
  return /[<>&'"]/.test(text)
    ? invalid(locator, 'A parameter of a stored query has characters that could become markup of the query.')
    : undefined;
}

function expression(locator: string): Outside {
  return invalid(locator, 'The name of a property could be read as an expression.');
}

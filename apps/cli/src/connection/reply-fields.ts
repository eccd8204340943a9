import type { Row } from '../declaration/shown';
import { notGatehouse } from './replies';

/** A list of a reply. Throws a `NotReachable` if it has none of this name. */
export function rowsIn(reply: Row, name: string): readonly Row[] {
  const rows = reply[name];
  if (!Array.isArray(rows)) throw notGatehouse(`The reply of the API has no list '${name}'.`);
  return rows as readonly Row[];
}

/** An object of a reply. Throws a `NotReachable` if it has none of this name. */
export function recordIn(reply: Row, name: string): Row {
  const record = reply[name];
  if (typeof record !== 'object' || record === null)
    throw notGatehouse(`The reply of the API has no '${name}'.`);
  return record as Row;
}

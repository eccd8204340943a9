import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import { IntStack } from './int-stack';

/** Pairs of an owner and one of its values, collected in any order. */
export class GroupedLists {
  private readonly owners = new IntStack();
  private readonly values = new IntStack();

  add(owner: number, value: number): void {
    this.owners.push(owner);
    this.values.push(value);
  }

  /** Passes the values of each owner below `ownerCount` that has any, ascending, in steps. */
  *forEach(ownerCount: number, visit: (owner: number, ascending: Int32Array) => Steps<void>): Steps<void> {
    const { owners, values } = this;
    const starts = new Int32Array(ownerCount + 1);
    for (let at = 0; at < owners.length; at++) starts[owners.at(at) + 1]!++;
    yield 0;
    for (let owner = 0; owner < ownerCount; owner++) starts[owner + 1]! += starts[owner]!;
    yield 0;
    const ends = starts.slice();
    const grouped = new Int32Array(values.length);
    for (let at = 0; at < owners.length; at++) grouped[ends[owners.at(at)]!++] = values.at(at);
    yield 0;
    let operations = 0;
    for (let owner = 0; owner < ownerCount; owner++) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      if (starts[owner] === ends[owner]) continue;
      const list = grouped.subarray(starts[owner], ends[owner]);
      yield* visit(owner, isAscending(list) ? list : list.sort());
    }
  }
}

function isAscending(list: Int32Array): boolean {
  for (let at = 1; at < list.length; at++) if (list[at - 1]! > list[at]!) return false;
  return true;
}

/** Pairs of an owner and one of its values, collected in any order. */
export class GroupedLists {
  private readonly owners: number[] = [];
  private readonly values: number[] = [];

  add(owner: number, value: number): void {
    this.owners.push(owner);
    this.values.push(value);
  }

  /** Gives each owner below `ownerCount` that has values all of them, ascending; the array is only lent. */
  forEach(ownerCount: number, visit: (owner: number, ascending: Int32Array) => void): void {
    const { owners, values } = this;
    const ends = new Int32Array(ownerCount + 1);
    for (const owner of owners) ends[owner + 1]!++;
    for (let owner = 0; owner < ownerCount; owner++) ends[owner + 1]! += ends[owner]!;
    const starts = ends.slice();
    const grouped = new Int32Array(values.length);
    for (let index = 0; index < owners.length; index++) grouped[starts[owners[index]!]!++] = values[index]!;
    for (let owner = 0; owner < ownerCount; owner++) {
      if (ends[owner] === ends[owner + 1]) continue;
      const list = grouped.subarray(ends[owner], ends[owner + 1]);
      if (list.length > 1) list.sort();
      visit(owner, list);
    }
  }
}

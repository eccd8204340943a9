/** Greater than the ids of all entries. */
export const NO_END = '9223372036854775807';

/** Which ids an entry may have: from `first` to before the least of `ends`, all of them SQL. */
export interface IdRange {
  readonly first?: string;
  readonly ends: readonly string[];
}

/** A range below an id, and from another one on. */
export function within(range: IdRange, below: string | undefined, first: string | undefined): IdRange {
  return {
    ends: below === undefined ? range.ends : [...range.ends, below],
    ...(first === undefined
      ? range.first !== undefined && { first: range.first }
      : { first: `greatest(${range.first ?? '0'}, ${first})` }),
  };
}

function endOf({ ends }: IdRange): string {
  return `least(${[...ends, NO_END].join(', ')})`;
}

export function inRange(row: 'c' | 'e', { first, ends }: IdRange): string[] {
  const upTo = ends.map((end) => `${row}.id < ${end}`);
  return first === undefined ? upTo : [`${row}.id >= ${first}`, ...upTo];
}

/**
 * Conditions and order of the rows that have the `values` in all `columns` but the last, which is the id: one range of the index on
 * these columns. Equalities and an order by id alone would permit the planner to read all entries from the newest on, in the hope that some
 * of them have these values.
 */
export function rangeOf(
  columns: readonly string[],
  values: readonly string[],
  range: IdRange,
  others: readonly string[],
): string {
  const bound = (id: string): string => `(${[...values, id].join(', ')})`;
  const list = [
    `(${columns.join(', ')}) >= ${bound(range.first ?? '0')}`,
    `(${columns.join(', ')}) < ${bound(endOf(range))}`,
    ...others,
  ];
  return `${list.join(' AND ')} ORDER BY ${columns.map((column) => `${column} DESC`).join(', ')}`;
}

/** SQL for the id of the first change of a revision, or of the next one that has any. */
export function firstOf(revision: string): string {
  // Sorted by both, so that the index on both is used, whatever is assumed about the sizes of revisions.
  return `(SELECT id FROM changes WHERE revision >= ${revision} ORDER BY revision, id LIMIT 1)`;
}

/** SQL for the number after that of the last revision that has changes in a range. */
export function afterRevisions(range: IdRange): string {
  return `coalesce((SELECT revision FROM changes WHERE id < ${endOf(range)} ORDER BY id DESC LIMIT 1), 0) + 1`;
}

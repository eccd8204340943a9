/**
 * Whether a column, which begins an index, has a value that differs from row to row. With `=`, PostgreSQL expects the average number of
 * rows: where one resource has all children, it would read the whole table for each of the others, which have none. Of a range it
 * expects a fixed small part, and uses the index.
 */
export function sameKeySql(column: string, value: string): string {
  return `${column} BETWEEN ${value} AND ${value}`;
}

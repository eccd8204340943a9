/**
 * The SQL of the form in which names that differ only in case are equal, as `nameKey` has it: that of a name, email address or actor.
 * Names are ASCII. `lower()` alone follows the language of the database: in a Turkish one, `Internal` and `internal` are two names.
 * Reference: data#names.
 *
 * @param expression SQL of a text: a column, a parameter
 */
export function nameKeySql(expression: string): string {
  return `lower(${expression} COLLATE "C")`;
}

/** The SQL of a comparison of two names, email addresses or actors, ignoring case, by which the unique indexes on them are used. */
export function sameNameSql(one: string, other: string): string {
  return `${nameKeySql(one)} = ${nameKeySql(other)}`;
}

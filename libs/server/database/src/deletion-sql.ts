/**
 * The SQL of a table with the latest change that deleted a user, group or resource; without a row if there was none. Each kind has an
 * index of these changes alone: the rows of an object that are removed after it (data#large-deletions) are not read.
 *
 * @param id SQL for the identifier of the object
 */
export function deletionSql(kind: 'user' | 'group' | 'resource', id: string): string {
  return `(SELECT * FROM changes WHERE entity = '${kind}' AND operation = 'delete' AND ${kind}_id = ${id}
    ORDER BY ${kind}_id DESC, id DESC LIMIT 1)`;
}

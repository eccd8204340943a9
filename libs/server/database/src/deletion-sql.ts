/**
 * The SQL of a table with the change that deleted a user, group or resource; without a row if there was none. It begins at the latest
 * change of the object: the deletion, or a later one that removed a row of the object (data#large-deletions), of which all are read then. All
 * deletions of its kind, which the planner may take for fewer, are never read.
 *
 * @param id SQL for the identifier of the object
 */
export function deletionSql(kind: 'user' | 'group' | 'resource', id: string): string {
  return `(SELECT * FROM (SELECT * FROM changes WHERE ${kind}_id = ${id} ORDER BY id DESC OFFSET 0) latest
    WHERE entity = '${kind}' AND operation = 'delete' ORDER BY id DESC LIMIT 1)`;
}

/** A range of an index: where all rows were once of resources, the planner would look for one in the whole table. */
const DELETED_RESOURCE =
  "SELECT kind FROM pending_deletions WHERE kind BETWEEN 'resource' AND 'resource' ORDER BY kind LIMIT 1";

/**
 * The condition that a resource is in a tree: neither it nor one above it was deleted, whose rows are left. Without any such row it costs
 * nothing. `resource`: the table, or its name in the query. Reference: data#large-deletions.
 */
export function attachedSql(resource: string): string {
  return `((${DELETED_RESOURCE}) IS NULL OR is_attached(${resource}.id))`;
}

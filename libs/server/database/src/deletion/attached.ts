/**
 * The condition that a resource is in a tree: neither it nor one above it was deleted, whose rows are left. Without any such row it costs
 * nothing. `resource`: the table, or its name in the query. Reference: data#large-deletions.
 */
export function attachedSql(resource: string): string {
  return `(NOT EXISTS (SELECT 1 FROM pending_deletions WHERE kind = 'resource') OR is_attached(${resource}.id))`;
}

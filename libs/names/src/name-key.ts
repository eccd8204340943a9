/**
 * The form in which names that differ only in case are equal. User names, email addresses, and resource names among
 * siblings are unique by it. Equal to `lower()` of PostgreSQL for every valid new name; older names keep the
 * characters with which they were stored.
 */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

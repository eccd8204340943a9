/**
 * The form in which names that differ only in case are equal. User names, email addresses, and resource names among
 * siblings are unique by it. Equal to `lower()` of PostgreSQL for every name that can be given; older names keep whatever
 * characters they were stored with.
 */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

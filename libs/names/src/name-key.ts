/**
 * The form in which names that differ only in case are equal. User names, email addresses, and resource names among
 * siblings are unique by it. Equal to `lower()` of PostgreSQL for every valid new name; older names keep the
 * characters with which they were stored.
 */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

/** What servers replace in names by an underscore. */
const JOINTS = /[ :-]/g;

/**
 * The fold of a name of a layer, feature type or process: equal for names that a server may serve for one another. QGIS Server
 * writes blanks, colons and hyphens as underscores; servers compare in upper or in lower case, which are not the same
 * relation. Reference: request-mapping#names-that-are-not-registered.
 */
export function foldOf(name: string): string {
  // Before the case, since the lower case of a letter depends on what follows it.
  return name.replace(JOINTS, '_').toUpperCase().toLowerCase();
}

/** The folds of a name, and of what follows each colon in it. */
export function foldsOf(name: string): ReadonlySet<string> {
  const folds = new Set([foldOf(name)]);
  for (let colon = name.indexOf(':'); colon >= 0; colon = name.indexOf(':', colon + 1))
    folds.add(foldOf(name.slice(colon + 1)));
  return folds;
}

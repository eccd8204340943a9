/** Revisions of objects that replies to reads contained. */
const revisions = new WeakMap<object, number>();

/** Records the revision that a reply shows, for the reply, its objects and lists, and the objects in these. Reference: data#conditional-changes */
export function noteRevision(body: unknown, header: string | null): void {
  if (header === null || !/^\d+$/.test(header) || !isObject(body)) return;
  const revision = Number(header);
  const members = Object.values(body).flatMap((member: unknown) =>
    Array.isArray(member) ? [member, ...(member as unknown[])] : [member],
  );
  for (const object of [body, ...members]) if (isObject(object)) revisions.set(object, revision);
}

/**
 * The revision at which an object of a reply was read, or an earlier one: the `ifMatch` of changes that are based on it. Undefined
 * if it is not known, such as for copies.
 */
export function revisionOf(object: object | undefined): number | undefined {
  return object && revisions.get(object);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

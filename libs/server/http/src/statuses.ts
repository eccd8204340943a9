import type { DeclaredRoute } from './declared-route';
import type { EndpointDeclaration } from './endpoint-declaration';

/** Whether a handler reads a body: methods that have one in the contract. */
export function takesBody(route: Pick<DeclaredRoute, 'method'>): boolean {
  return (
    route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH' || route.method === 'DELETE'
  );
}

/**
 * All statuses that an endpoint can return, in ascending order: those of success and of errors. Documentation and
 * tests read this; a reply with any other status is a defect. Reference: http#statuses.
 */
export function statusesOf({
  declaration,
  errors,
}: Pick<DeclaredRoute, 'declaration' | 'errors'>): readonly number[] {
  const statuses = new Set([...successesOf(declaration), ...errors.keys()]);
  return [...statuses].sort((one, other) => one - other);
}

/** The statuses of success of an endpoint. */
export function successesOf({ success }: EndpointDeclaration): readonly number[] {
  return [success.status, ...(success.also ?? []), ...(success.pages ?? [])];
}

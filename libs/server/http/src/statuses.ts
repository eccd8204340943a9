import type { DeclaredRoute } from './declared-route';
import type { EndpointDeclaration } from './endpoint-declaration';

/** Whether a handler reads a body: methods that carry one in the contract. */
export function takesBody(route: Pick<DeclaredRoute, 'method'>): boolean {
  return (
    route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH' || route.method === 'DELETE'
  );
}

/**
 * Every status that an endpoint can answer, in ascending order: those of its success and of its errors. Documentation and
 * tests read this; a reply with any other status is a defect. Reference: http#statuses.
 */
export function statusesOf({
  declaration,
  errors,
}: Pick<DeclaredRoute, 'declaration' | 'errors'>): readonly number[] {
  const statuses = new Set([...successesOf(declaration), ...errors.keys()]);
  return [...statuses].sort((one, other) => one - other);
}

/** The statuses of an endpoint that are no refusals. */
export function successesOf({ success }: EndpointDeclaration): readonly number[] {
  return [success.status, ...(success.also ?? [])];
}

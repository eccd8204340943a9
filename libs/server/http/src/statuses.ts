import type { DeclaredRoute } from './declared-routes';
import type { EndpointDeclaration } from './endpoint-declaration';

/** Whether a handler reads a body: methods that carry one in the contract. */
export function takesBody(route: Pick<DeclaredRoute, 'method'>): boolean {
  return (
    route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH' || route.method === 'DELETE'
  );
}

/**
 * Every status that an endpoint can answer, in ascending order: what follows from its declaration and the `errors` it
 * names. Documentation and tests read this, so that an answer outside of it is a defect. Reference: http#statuses.
 */
export function statusesOf(route: DeclaredRoute): readonly number[] {
  const { declaration, params } = route;
  const statuses = new Set<number>([...successesOf(declaration), 500, ...(declaration.errors ?? [])]);
  // 400: an unusable X-Access-Revision.
  if (declaration.raw === undefined) for (const status of [400, 406]) statuses.add(status);
  statuses.add(429);
  if (declaration.access !== 'public') {
    statuses.add(401);
    statuses.add(403);
  }
  if (declaration.changesState || route.method !== 'GET') statuses.add(403);
  if (params.length > 0) for (const status of [400, 404, 422]) statuses.add(status);
  if (takesBody(route)) for (const status of [400, 413, 422]) statuses.add(status);
  return [...statuses].sort((one, other) => one - other);
}

/** The statuses of an endpoint that are no refusals. */
export function successesOf({ success }: EndpointDeclaration): readonly number[] {
  return [success.status, ...(success.also ?? [])];
}

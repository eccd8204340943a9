import { enforce } from './enforce';
import type { Decider } from './enforce';

/** Allows what is listed, as `<resource id> exact|partial`. */
const allowing = (...allowed: string[]): Decider => ({
  decide: (userId, resourceId, permission, exact) => ({
    access: allowed.includes(`${resourceId} ${exact ? 'exact' : 'partial'}`) ? 'allow' : 'deny',
    reason: `user:${userId ?? 0}:${permission}-${resourceId}`,
  }),
});
const target = (...resources: [number, boolean][]) => ({
  permission: 'read' as const,
  resources: resources.map(([resourceId, exact]) => ({ resourceId, exact })),
});

test('a request that cannot be mapped is refused', () => {
  expect(enforce(allowing('1 exact'), 5, undefined)).toEqual({ access: 'deny', reason: 'not-mapped' });
  expect(enforce(allowing('1 exact'), 5, target())).toEqual({ access: 'deny', reason: 'not-mapped' });
});

test('every resource must be allowed, and the first refusal is the answer', () => {
  const decider = allowing('1 exact', '2 partial');
  expect(enforce(decider, 5, target([1, true], [2, false])).access).toBe('allow');
  expect(enforce(decider, 5, target([1, true], [2, true], [3, true]))).toEqual({
    access: 'deny',
    reason: 'user:5:read-2',
  });
});

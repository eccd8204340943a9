import fc from 'fast-check';
import { METHODS, NAMES } from '../words';
import type { Orderly } from './orderly';

/** Requests to an API, or to a service that is used as a whole or not at all: neither query nor body matters. */
export function routeRequests(type: 'access' | 'api'): fc.Arbitrary<Orderly> {
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      path: fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }),
      query: fc.constantFrom('', '?x=1', '?request=GetMap&layers=closed'),
    })
    .map(({ method, path, query }) => {
      const permission = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
      return {
        method,
        path: path.map((name) => `/${name}`).join(''),
        query,
        needs: () => (type === 'access' ? [{ permission: 'access', on: [] }] : [{ permission, on: path }]),
      };
    });
}

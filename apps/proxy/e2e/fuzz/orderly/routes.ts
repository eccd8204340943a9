import fc from 'fast-check';
import type { Need } from '../reference';
import { METHODS, NAMES } from '../words';
import type { Orderly } from './orderly';

/** Requests to an API, or to a service that is used as a whole or not at all: neither query nor body matters. */
export function routeRequests(type: 'access' | 'api'): fc.Arbitrary<Orderly> {
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      path: fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }),
      query: fc.constantFrom('', '?x=1', '?request=GetMap&layers=closed'),
      suffixAt: fc.nat(3),
      suffix: fc.constantFrom('', '', '', '.json', '.v1.xml', '.', '%20'),
    })
    .map(({ method, path, query, suffixAt, suffix }) => {
      const permission = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
      const written = path.map((name, index) => (index === suffixAt ? `${name}${suffix}` : name));
      return {
        method,
        path: written.map((name) => `/${name}`).join(''),
        query,
        needs: () =>
          type === 'access' ? [{ permission: 'access', on: [] }] : onEither(permission, written, path),
      };
    });
}

/** What is needed where the server may find a resource with or without the end of a segment. */
export function onEither(permission: string, ...paths: readonly (readonly string[])[]): Need[] {
  return paths.map((on) => ({ permission, on: on.map(decodeURIComponent) }));
}

import type { PeerRequest } from '../oracle/request';
import type { NamedService, NamedType } from './services';
import type { MapServerName, NamedSetup } from './setup';

/** A request that names something that is not registered, and that a server answers with a layer that is denied. */
export interface Row {
  readonly title: string;
  readonly type: NamedType;
  /** The name of a variant; `user` unless given. */
  readonly variant?: string;
  readonly request: PeerRequest;
}

/** Tests that the server alone answers each with the denied layer, and through the proxy only callers to whom it is not denied. */
export function testRows(name: MapServerName, setup: () => NamedSetup, rows: readonly Row[]): void {
  describe(`a layer that is denied, at a proxy in front of ${name},`, () => {
    const cases = rows.map((row) => [`a ${row.type} service${withVariant(row)}: ${row.title}`, row] as const);
    it.each(cases)('is not reached at %s', async (_, { type, variant = 'user', request }) => {
      const service = serviceOf(setup(), type, variant);
      const path = request.path === '' ? '/wfs' : request.path;
      expect((await setup().straight({ ...request, path })).leaks).toBe(true);
      const { leaks, reply } = await setup().send(service, 'restricted', request);
      expect(leaks).toBe(false);
      expect([400, 403]).toContain(reply.status);
    });

    const answered = cases.filter(([, { variant }]) => variant === undefined);
    it.each(answered)(
      'is returned to a caller to whom it is not denied by %s',
      async (_, { type, request }) => {
        expect((await setup().send(serviceOf(setup(), type, 'user'), 'unrestricted', request)).leaks).toBe(
          true,
        );
      },
    );
  });
}

const withVariant = ({ variant }: Row) => (variant === undefined ? '' : ` (${variant})`);

function serviceOf({ all }: NamedSetup, type: NamedType, variant: string): NamedService {
  const found = all.find((service) => service.type === type && service.variant.name === variant);
  if (!found) throw new Error(`there is no service of the type ${type} and the variant ${variant}`);
  return found;
}

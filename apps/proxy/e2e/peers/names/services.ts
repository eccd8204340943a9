import { Group, GroupPermission, UserPermission } from '@gatehouse/database';
import { type Fixture, cookieOf } from '../../support/fixture';
import type { PeerRequest } from '../oracle/request';
import { NAMED_LAYERS, nameOf } from './content';

/** The service types whose requests name layers or feature types. */
export const TYPES = ['wfs', 'geoserverwfs', 'geoserverwms', 'geoserver'] as const;
export type NamedType = (typeof TYPES)[number];

/** The workspace in which a GeoServer's layers are registered; the servers here know nothing of it. */
export const WORKSPACE = 'ws';

const CAPABILITIES = 'getcapabilities';
const ABOUT_QUERIES = ['liststoredqueries', 'describestoredqueries'];
const FEATURES = ['describefeaturetype', 'getfeature'];
const MAPS = ['describelayer', 'getfeatureinfo', 'getlegendgraphic', 'getmap'];

/** The permissions of each type that read layers, and those on the service alone. */
const READING: Readonly<Record<NamedType, { readonly layers: string[]; readonly service: string[] }>> = {
  wfs: { layers: FEATURES, service: [...ABOUT_QUERIES, 'getfeaturewithlock'] },
  geoserverwfs: { layers: [...FEATURES, 'getpropertyvalue'], service: ABOUT_QUERIES },
  geoserverwms: { layers: MAPS, service: [] },
  geoserver: { layers: [...FEATURES, 'getpropertyvalue', ...MAPS], service: ABOUT_QUERIES },
};

/** How layers are registered and which permissions are assigned. */
interface Variant {
  readonly name: string;
  /** Where the caller is denied the secret layers: on each, on their workspace, or nowhere, since only others are allowed. */
  readonly denial: 'user' | 'group' | 'workspace' | 'none';
  readonly scope?: 'recursive' | 'match';
  /** Proxy options of the service. */
  readonly options?: object;
  /** Whether layers are registered under the names of their feature types, where those differ. */
  readonly isServedName?: true;
  /** Whether names that are not registered are refused even to callers without denials. */
  readonly isStrict?: true;
}

const MAX_VARIANTS: readonly Variant[] = [
  { name: 'user', denial: 'user' },
  { name: 'group', denial: 'group', scope: 'match' },
  { name: 'open-only', denial: 'none' },
  { name: 'workspace', denial: 'workspace' },
  { name: 'served-names', denial: 'group', isServedName: true },
  { name: 'refuse', denial: 'user', options: { unregistered_names: 'refuse' }, isStrict: true },
  { name: 'registered-only', denial: 'user', options: { registered_names_only: true } },
];

/** A service in front of the server, as one caller with a denial sees it. */
export interface NamedService {
  readonly type: NamedType;
  readonly variant: Variant;
  readonly name: string;
}

/** Who sends a request: one that may read `public` and others of that set, or one that may read everything. */
export type Caller = 'restricted' | 'unrestricted';

/** The services of all variants, and the callers’ credentials. */
export interface NamedServices {
  readonly all: readonly NamedService[];
  /** The request with the credentials of its sender. */
  as(caller: Caller, request: PeerRequest): PeerRequest;
}

function variantsOf(type: NamedType): readonly Variant[] {
  return MAX_VARIANTS.filter(({ denial }) => type !== 'wfs' || denial !== 'workspace');
}

/** Stores a service for each type and variant. */
export async function addNamedServices(fixture: Fixture, origin: string): Promise<NamedServices> {
  const callers = await addCallers(fixture);
  const all: NamedService[] = [];
  for (const type of TYPES)
    for (const variant of variantsOf(type)) all.push(await addOne(fixture, origin, type, variant, callers));
  const cookies = {
    restricted: cookieOf(await fixture.signIn(callers.restricted)),
    unrestricted: cookieOf(await fixture.signIn(callers.unrestricted)),
  };
  return {
    all,
    as: (caller, request) => ({
      ...request,
      headers: [...(request.headers ?? []), ['Cookie', cookies[caller]]],
    }),
  };
}

interface Callers {
  readonly restricted: number;
  readonly unrestricted: number;
  /** A group of the restricted caller, and one of the other. */
  readonly closed: number;
  readonly open: number;
}

async function addCallers(fixture: Fixture): Promise<Callers> {
  await fixture.write((manager) => manager.insert(Group, [{ name: 'closed' }, { name: 'open' }]));
  const [restricted, unrestricted] = [await fixture.addUser(), await fixture.addUser()];
  const [closed, open] = [await fixture.groupId('closed'), await fixture.groupId('open')];
  await fixture.join(restricted, closed);
  await fixture.join(unrestricted, open);
  return { restricted, unrestricted, closed, open };
}

async function addOne(
  fixture: Fixture,
  origin: string,
  type: NamedType,
  variant: Variant,
  callers: Callers,
): Promise<NamedService> {
  const name = `${type}-${variant.name}`;
  const { layers: reading, service: onService } = READING[type];
  const url = type === 'wfs' ? `${origin}/wfs` : origin;
  const { id } = await fixture.addService(url, type, {
    name,
    ...(variant.options && { proxy: variant.options }),
  });
  const isFlat = type === 'wfs';
  const workspace = isFlat ? id : await fixture.addResource(id, WORKSPACE, 'workspace', id);
  const ids = new Map<string, number>();
  for (const layer of NAMED_LAYERS) {
    const served = nameOf(layer);
    const written = variant.isServedName ? served.replaceAll(' ', '_').replaceAll(':', '-') : served;
    ids.set(layer.name, await fixture.addResource(workspace, written, 'layer', id));
  }
  const idsOf = (set: string) =>
    NAMED_LAYERS.filter((layer) => layer.set === set).map((layer) => ids.get(layer.name) ?? 0);

  await fixture.publish(id, CAPABILITIES, ...onService);
  const broad = variant.denial === 'none' ? callers.open : await fixture.groupId('anonymous');
  await assign(fixture, { groupId: broad }, [id], reading, 'allow');
  if (variant.denial === 'none')
    await assign(fixture, { groupId: callers.closed }, idsOf('public'), reading, 'allow');
  if (variant.denial === 'user')
    await assign(fixture, { userId: callers.restricted }, idsOf('secret'), reading, 'deny', variant.scope);
  if (variant.denial === 'group')
    await assign(fixture, { groupId: callers.closed }, idsOf('secret'), reading, 'deny', variant.scope);
  if (variant.denial === 'workspace') {
    await assign(fixture, { groupId: callers.closed }, [workspace], reading, 'deny');
    await assign(fixture, { groupId: callers.closed }, idsOf('public'), reading, 'allow');
  }
  return { type, variant, name };
}

type Holder = { readonly groupId: number } | { readonly userId: number };

function assign(
  fixture: Fixture,
  holder: Holder,
  resourceIds: readonly number[],
  names: readonly string[],
  access: 'allow' | 'deny',
  scope: 'recursive' | 'match' = 'recursive',
): Promise<number> {
  const rules = resourceIds.flatMap((resourceId) =>
    names.map((name) => ({ ...holder, resourceId, name, access, scope })),
  );
  return fixture.write((manager) =>
    manager.insert('groupId' in holder ? GroupPermission : UserPermission, rules as never),
  );
}

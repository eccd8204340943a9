import { GroupPermission } from '@gatehouse/database';
import type { Fixture } from '../../support/fixture';

/**
 * The permissions of the anonymous group besides the capabilities: none; to read `public`; also to change it; all
 * everywhere except for denials at `secret`; or the same where names are registered with a prefix.
 */
const KINDS = ['narrow', 'reading', 'writing', 'denying', 'prefixed'] as const;
export type Kind = (typeof KINDS)[number];

/** The service types of servers of maps and features, and those of processes. */
export const MAP_TYPES = ['wfs', 'geoserverwfs', 'geoserverwms', 'ncwms'] as const;
type MapType = (typeof MAP_TYPES)[number];
export type PeerType = MapType | 'wps';

interface Arrangement {
  /** The path of the service at the server. */
  readonly url: string;
  /** The resources below the service, each with those below it. */
  readonly tree: Tree;
  readonly reading: readonly string[];
  readonly writing: readonly string[];
}

interface Tree {
  readonly [name: string]: { readonly type: string; readonly below?: Tree };
}

const flat = (type: string): Tree => ({ public: { type }, secret: { type } });
const FEATURES = ['describefeaturetype', 'getfeature'];
const MAPS = ['getmap', 'getfeatureinfo', 'getlegendgraphic'];

const ARRANGEMENTS: Readonly<Record<PeerType, Arrangement>> = {
  wfs: { url: '/wfs', tree: flat('layer'), reading: FEATURES, writing: ['transaction'] },
  geoserverwfs: {
    url: '',
    tree: { ws: { type: 'workspace', below: flat('layer') } },
    reading: [...FEATURES, 'getpropertyvalue'],
    writing: ['transaction'],
  },
  geoserverwms: {
    url: '',
    tree: { ws: { type: 'workspace', below: flat('layer') } },
    reading: [...MAPS, 'describelayer'],
    writing: [],
  },
  ncwms: { url: '/wms', tree: flat('file'), reading: [...MAPS, 'getmetadata'], writing: [] },
  wps: { url: '', tree: flat('process'), reading: ['describeprocess', 'execute'], writing: [] },
};

/** The path of a service below `/ows/proxy/`, and the address of the same at the server. */
export interface PeerService {
  readonly name: string;
  readonly type: PeerType;
  readonly kind: Kind;
  readonly url: string;
}

/** Stores services of a type in all kinds; only the anonymous group has permissions. */
export async function addServices(
  fixture: Fixture,
  origin: string,
  type: PeerType,
  url = ARRANGEMENTS[type].url,
): Promise<PeerService[]> {
  const { tree, reading, writing } = ARRANGEMENTS[type];
  const services: PeerService[] = [];
  for (const kind of KINDS) {
    if (kind === 'prefixed' && type !== 'wfs') continue;
    const name = `${type}-${kind}${url.replaceAll('/', '-')}`;
    const service = { name, type, kind, url: `${origin}${url}` };
    const { id } = await fixture.addService(service.url, type, { name });
    await fixture.publish(id, 'getcapabilities');
    const ids = await addTree(fixture, id, id, tree, kind === 'prefixed' ? 'ns:' : '');
    const [open, closed] = [ids.get('public') ?? 0, ids.get('secret') ?? 0];
    if (kind === 'reading' || kind === 'writing') await fixture.publish(open, ...reading);
    if (kind === 'writing' && writing.length > 0) await fixture.publish(open, ...writing);
    if (kind === 'denying' || kind === 'prefixed') {
      await fixture.publish(id, ...reading, ...writing);
      await deny(fixture, closed, [...reading, ...writing]);
    }
    services.push(service);
  }
  return services;
}

async function deny(fixture: Fixture, resourceId: number, names: readonly string[]): Promise<void> {
  const groupId = await fixture.groupId('anonymous');
  const rules = names.map(
    (name) => ({ groupId, resourceId, name, access: 'deny', scope: 'recursive' }) as const,
  );
  await fixture.write((manager) => manager.insert(GroupPermission, rules));
}

async function addTree(
  fixture: Fixture,
  serviceId: number,
  parentId: number,
  tree: Tree,
  prefix: string,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [name, { type, below = {} }] of Object.entries(tree)) {
    const id = await fixture.addResource(parentId, `${prefix}${name}`, type, serviceId);
    ids.set(name, id);
    for (const [inner, innerId] of await addTree(fixture, serviceId, id, below, prefix))
      ids.set(inner, innerId);
  }
  return ids;
}

/** What the caller may have a server do with `public`. */
export function openTo({ kind, type }: PeerService): { readonly read: boolean; readonly write: boolean } {
  return {
    read: kind !== 'narrow',
    write: !['narrow', 'reading'].includes(kind) && ARRANGEMENTS[type].writing.length > 0,
  };
}

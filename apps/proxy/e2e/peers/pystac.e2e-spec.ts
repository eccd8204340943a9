import { GroupPermission } from '@gatehouse/database';
import { Fixture } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';
import { runClient } from './servers/client';
import { freePort } from './servers/port';

describe('pystac-client, with a STAC API behind the proxy', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let service: string;
  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const { id, name } = await fixture.addService(upstream.url, 'api');
    // The landing page and the list; then the children of one collection, and the search.
    const collections = await fixture.addResource(id, 'collections', 'route');
    const open = await fixture.addResource(collections, 'public', 'route', id);
    const search = await fixture.addResource(id, 'search', 'route');
    await publishHere(fixture, id);
    await publishHere(fixture, collections);
    await fixture.publish(open, 'read');
    await fixture.publish(search, 'read', 'write');
    const port = await freePort();
    const proxy = `http://127.0.0.1:${port}/ows/proxy`;
    await fixture.startProxy({ SVC_PROXY_PORT: String(port), SVC_PROXY_PUBLIC_URL: proxy });
    service = `${proxy}/${name}`;
    upstream.behave(({ url = '' }, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(stacAt(new URL(url, service).pathname, service)));
    });
  }, 240_000);
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  it.each(['GET', 'POST'])('finds and lists items, with a search by %s', async (method) => {
    expect(await runClient('stac_client.py', service, 'public', method)).toEqual({
      collection: 'public',
      items: ['item'],
      listed: ['item'],
    });
  });

  it('is refused a collection that its caller may not read', async () => {
    await expect(runClient('stac_client.py', service, 'secret', 'GET')).rejects.toThrow(/401|sign/i);
  });
});

/** Allows all callers to read a resource, and nothing below it. */
async function publishHere(fixture: Fixture, resourceId: number): Promise<void> {
  const groupId = await fixture.groupId('anonymous');
  const rule = { groupId, resourceId, name: 'read', access: 'allow', scope: 'match' } as const;
  await fixture.write((manager) => manager.insert(GroupPermission, rule));
}

/** What a STAC API 1.0 answers at a path. */
function stacAt(path: string, base: string): object {
  const link = (rel: string, to: string, more = {}) => ({
    rel,
    href: `${base}${to}`,
    type: 'application/json',
    ...more,
  });
  const item = {
    type: 'Feature',
    stac_version: '1.0.0',
    id: 'item',
    geometry: { type: 'Point', coordinates: [1, 1] },
    bbox: [1, 1, 1, 1],
    properties: { datetime: '2020-01-01T00:00:00Z' },
    collection: 'public',
    links: [],
    assets: {},
  };
  const collectionOf = (id: string) => ({
    type: 'Collection',
    stac_version: '1.0.0',
    id,
    description: id,
    license: 'proprietary',
    extent: { spatial: { bbox: [[0, 0, 3, 3]] }, temporal: { interval: [['2020-01-01T00:00:00Z', null]] } },
    links: [link('items', `/collections/${id}/items`, { type: 'application/geo+json' })],
  });
  if (path === '/')
    return {
      type: 'Catalog',
      stac_version: '1.0.0',
      id: 'catalog',
      description: 'catalog',
      conformsTo: [
        'https://api.stacspec.org/v1.0.0/core',
        'https://api.stacspec.org/v1.0.0/collections',
        'https://api.stacspec.org/v1.0.0/item-search',
        'https://api.stacspec.org/v1.0.0/ogcapi-features',
        'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
      ],
      links: [
        link('self', ''),
        link('root', ''),
        link('data', '/collections'),
        link('search', '/search', { type: 'application/geo+json', method: 'GET' }),
        link('search', '/search', { type: 'application/geo+json', method: 'POST' }),
      ],
    };
  const [, id = '', isItems] = /^\/collections\/([^/]+)(\/items)?$/.exec(path) ?? [];
  if (path === '/search' || isItems !== undefined)
    return { type: 'FeatureCollection', features: [item], links: [] };
  return id === '' ? { collections: [collectionOf('public')], links: [] } : collectionOf(id);
}

import { GroupPermission } from '@gatehouse/database';
import { freePort } from '@gatehouse/testing';
import { Fixture } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';
import { runClient } from './servers/client';
import { stacAt } from './servers/stac';

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

import { type Upstream, startUpstream } from '../support/upstream';
import { stacAt } from './servers/stac';
import { testExamples } from './tokens/examples';
import { TokenUser } from './tokens/token-user';

describe('with an API token as docs/tokens.md says, a STAC API is read by', () => {
  let user: TokenUser;
  let upstream: Upstream;

  beforeAll(async () => {
    user = await TokenUser.open();
    upstream = await startUpstream();
    const service = `${user.proxy}/stac`;
    upstream.behave(({ url = '' }, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(stacAt(new URL(url, service).pathname, service)));
    });
    const { id } = await user.fixture.addService(upstream.url, 'api', { name: 'stac' });
    await user.fixture.allow(user.userId, id, 'read');
    const collections = await user.fixture.addResource(id, 'collections', 'route');
    const open = await user.fixture.addResource(collections, 'public', 'route', id);
    await user.begin([
      { resource_id: id, scope: 'match', names: ['read'] },
      { resource_id: open, names: ['read'] },
    ]);
  });
  afterAll(async () => {
    await user.close();
    await upstream.close();
  });

  testExamples(() => user, { 'pystac-client': { printed: /^\['item'\]$/m, sends: 'header' } });
});

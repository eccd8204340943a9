import { type PythonServer, startPythonServer } from './servers/python';
import { testExamples } from './tokens/examples';
import { TokenUser } from './tokens/token-user';

/** Catalogues contain paths from the root, so a THREDDS behind a proxy is deployed under the same path as at the proxy. */
const CONTEXT = '/ows/proxy/thredds';
const VALUES = /^\[1\.0, 2\.0, 3\.0\]$/m;

describe('with an API token as docs/tokens.md says, data of a THREDDS data server are read by', () => {
  let user: TokenUser;
  let server: PythonServer;

  beforeAll(async () => {
    user = await TokenUser.open();
    server = await startPythonServer('thredds_server.py', user.home, user.home, CONTEXT);
    const { id } = await user.fixture.addService(`${server.url}${CONTEXT}`, 'thredds', {
      name: 'thredds',
      proxy: { token_basic: true },
    });
    for (const permission of ['browse', 'read'] as const)
      await user.fixture.allow(user.userId, id, permission);
    const open = await user.fixture.addResource(id, 'public', 'directory');
    await user.begin([{ resource_id: open, names: ['browse', 'read'] }]);
  }, 60_000);
  afterAll(async () => {
    await user.close();
    await server.stop();
  });

  testExamples(() => user, {
    requests: { printed: /^\d+ bytes$/m },
    'xarray with pydap': { printed: VALUES, sends: 'header' },
    'xarray with netCDF4': { printed: VALUES, sends: 'password' },
    siphon: { printed: VALUES },
  });
});

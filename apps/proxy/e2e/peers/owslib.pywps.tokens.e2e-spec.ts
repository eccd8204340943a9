import { type ProcessPeer, startPywps } from './servers/pywps';
import { testExamples } from './tokens/examples';
import { TokenUser } from './tokens/token-user';

describe('with an API token as docs/tokens.md says, processes are executed by', () => {
  let user: TokenUser;
  let peer: ProcessPeer;

  beforeAll(async () => {
    user = await TokenUser.open();
    peer = await startPywps();
    const { fixture, userId } = user;
    const { id } = await fixture.addService(`${peer.url}/wps`, 'wps', { name: 'processes' });
    const names = ['getcapabilities', 'describeprocess', 'execute'] as const;
    for (const name of names) await fixture.allow(userId, id, name);
    const open = await fixture.addResource(id, 'public', 'process');
    await user.begin([
      { resource_id: id, names: ['getcapabilities'] },
      { resource_id: open, names: ['describeprocess', 'execute'] },
    ]);
  });
  afterAll(async () => {
    await user.close();
    await peer.stop();
  });

  testExamples(() => user, { 'OWSLib: WPS': { printed: /PUBLIC-MARK/, sends: 'header' } });
});

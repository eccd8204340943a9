import { type Reply, call } from './support/exchange';
import { addServiceTree } from './conformance/service-tree';
import type { StoredAssignment } from './interpretation/reference';
import { Fixture, cookieOf } from './support/fixture';
import { storeAssignments } from './support/stored-assignments';
import { type Upstream, startUpstream } from './support/upstream';

const MAPS = {
  s: 'service',
  's/ws': 'workspace',
  's/ws/public': 'layer',
  's/ws/secret': 'layer',
  's/other': 'workspace',
};
const member = (
  path: string,
  name: string,
  access: 'allow' | 'deny' = 'allow',
  scope: 'match' | 'recursive' = 'recursive',
): StoredAssignment => ({ principal: 'member', path, name, access, scope });

/** Reference: request-mapping#names-that-are-not-registered. */
describe('a name that is not registered', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let user: number;
  let cookie: string;
  let administrator: string;
  let anonymous: number;
  let count = 0;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    anonymous = await fixture.groupId('anonymous');
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    const root = await fixture.addUser();
    await fixture.join(root, await fixture.groupId('administrators'));
    administrator = cookieOf(await fixture.signIn(root));
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  /** A service with assignments; returns its name and the revision from which it is known. */
  async function publish(
    type: string,
    nodes: Readonly<Record<string, string>>,
    rules: readonly StoredAssignment[],
    proxy: object | null = null,
  ) {
    const name = `maps-${count++}`;
    let ids: ReadonlyMap<string, number> = new Map();
    await fixture.write(async (manager) => {
      ids = await addServiceTree(manager, name, upstream.url, { serviceType: type, nodes });
      await storeAssignments(manager, { member: user, anonymous }, ids, rules);
    });
    const revision = await fixture.setProxyOptions(name, proxy);
    const ask = (rest: string, who: string | undefined = cookie): Promise<Reply> =>
      call(port, {
        path: `/ows/proxy/${name}${rest}`,
        headers: { 'X-Access-Revision': String(revision), ...(who && { cookie: who }) },
      });
    return { ask, ids, name };
  }
  const outcome = ({ status, headers }: Reply) =>
    [status, headers['x-gatehouse-reason'], headers['x-gatehouse-decision']].filter(Boolean).join(' ');
  const ALLOWED = '200';
  const REFUSED = '403 unregistered_name permission=getmap; reason=denied-below';
  const DENIED = [member('s', 'getmap'), member('s/ws/secret', 'getmap', 'deny', 'match')];

  describe.each(['geoserverwms', 'geoserver'])('on maps of a %s', (type) => {
    const map = (address: string, layers: string) =>
      `${address}?service=WMS&version=1.1.1&request=GetMap&layers=${layers}`;

    it('is refused to a caller to whom an assignment denies a layer that it may contain', async () => {
      const { ask } = await publish(type, MAPS, DENIED);
      expect(outcome(await ask(map('/wms', 'ws:public')))).toBe(ALLOWED);
      expect(outcome(await ask(map('/wms', 'other:grp')))).toBe(ALLOWED);
      for (const [address, layers] of [
        ['/wms', 'grp'],
        ['/wms', 'ws:public,grp'],
        ['/wms', 'ws:grp'],
        ['/ws/wms', 'ws:grp'],
        ['/ws/wms', 'grp'],
        ['/other/wms', 'grp'],
        ['/wms', 'x:grp'],
        ['/wms', 'public'],
      ] as const)
        expect([layers, outcome(await ask(map(address, layers)))]).toEqual([layers, REFUSED]);
    });

    it('is inherited by callers to whom nothing is denied', async () => {
      const { ask } = await publish(type, MAPS, [member('s', 'getmap')]);
      for (const [address, layers] of [
        ['/wms', 'grp'],
        ['/wms', 'ws:grp'],
        ['/ws/wms', 'grp'],
        ['/wms', 'x:grp'],
      ] as const)
        expect([layers, outcome(await ask(map(address, layers)))]).toEqual([layers, ALLOWED]);
      const narrow = await publish(type, MAPS, [member('s/ws', 'getmap')]);
      expect(outcome(await narrow.ask(map('/wms', 'ws:grp')))).toBe(ALLOWED);
      expect(outcome(await narrow.ask(map('/ws/wms', 'grp')))).toBe(ALLOWED);
      expect((await narrow.ask(map('/wms', 'grp'))).status).toBe(403);
    });

    it('is allowed to administrators, and tells anonymous callers nothing', async () => {
      const { ask } = await publish(type, MAPS, [
        { ...member('s', 'getmap'), principal: 'anonymous' },
        { ...member('s/ws/secret', 'getmap', 'deny'), principal: 'anonymous' },
      ]);
      expect(outcome(await ask(map('/wms', 'grp'), administrator))).toBe(ALLOWED);
      const reply = await ask(map('/wms', 'grp'), '');
      expect(outcome(reply)).toBe('401 authentication_required');
      expect(reply.text).not.toContain('grp');
    });

    it('is refused with the name and its ancestor, without names of what is denied', async () => {
      const { ask, name } = await publish(type, MAPS, DENIED);
      const inWorkspace = (await ask(map('/wms', 'ws:grp'))).text;
      expect(inWorkspace).toContain(
        '“ws:grp” is not registered, and a permission assignment below “ws” denies getmap.',
      );
      expect(inWorkspace).not.toContain('secret');
      expect((await ask(map('/wms', 'grp'))).text).toContain(`below “${name}” denies getmap.`);
    });

    it.each<[string, object, string]>([
      ['is inherited with unregistered_names: inherit', { unregistered_names: 'inherit' }, ALLOWED],
      [
        'needs the permission everywhere with registered_names_only, whatever else is set',
        { unregistered_names: 'inherit', registered_names_only: true },
        '403 permission_denied permission=getmap; reason=not-everywhere',
      ],
      [
        'is reserved for administrators with unregistered_names: refuse, also beside registered_names_only',
        { unregistered_names: 'refuse', registered_names_only: true },
        '403 unregistered_name_reserved permission=getmap; reason=not-registered',
      ],
    ])('%s', async (_, options, expected) => {
      const { ask } = await publish(type, MAPS, DENIED, options);
      expect(outcome(await ask(map('/wms', 'ws:grp')))).toBe(expected);
      expect(outcome(await ask(map('/wms', 'ws:public')))).toBe(ALLOWED);
      expect(outcome(await ask(map('/wms', 'ws:grp'), administrator))).toBe(ALLOWED);
    });
  });

  it('is refused from the revision on with which a denial below its ancestor is set', async () => {
    const { ask, ids } = await publish('geoserverwms', MAPS, [member('s', 'getmap')]);
    const rest = '/wms?service=WMS&request=GetMap&layers=ws:grp';
    expect(outcome(await ask(rest))).toBe(ALLOWED);
    await fixture.write((manager) =>
      storeAssignments(manager, { member: user, anonymous }, ids, [member('s/ws/secret', 'getmap', 'deny')]),
    );
    await fixture.publishService(upstream.url);
    expect(outcome(await ask(rest))).toBe(REFUSED);
  });

  it('is refused on maps of an ncwms where it is not below a registered directory', async () => {
    const nodes = { s: 'service', 's/public': 'file', 's/secret': 'file', 's/data': 'directory' };
    const rules = [member('s', 'getmap'), member('s/secret', 'getmap', 'deny')];
    const { ask } = await publish('ncwms', nodes, rules);
    const map = (layers: string) => ask(`/wms?request=GetMap&layers=${layers}`);
    expect(outcome(await map('public'))).toBe(ALLOWED);
    expect(outcome(await map('data/x.nc/t'))).toBe(ALLOWED);
    expect(outcome(await map('root'))).toBe(REFUSED);
    expect(outcome(await map('public,root'))).toBe(REFUSED);
  });

  describe('with unregistered_names: refuse', () => {
    const refuse = { unregistered_names: 'refuse' };

    it('is reserved for administrators also as a feature type and as a process', async () => {
      const types = await publish(
        'wfs',
        { s: 'service', 's/a': 'layer' },
        [member('s', 'getfeature')],
        refuse,
      );
      const feature = (name: string) => types.ask(`?service=WFS&request=GetFeature&typename=${name}`);
      expect(outcome(await feature('a'))).toBe(ALLOWED);
      expect(outcome(await feature('b'))).toBe(
        '403 unregistered_name_reserved permission=getfeature; reason=not-registered',
      );
      const works = await publish(
        'wps',
        { s: 'service', 's/a': 'process' },
        [member('s', 'execute')],
        refuse,
      );
      expect(outcome(await works.ask('?service=WPS&request=Execute&identifier=b'))).toBe(
        '403 unregistered_name_reserved permission=execute; reason=not-registered',
      );
    });

    it('cannot be hidden in a request that the grammar does not cover', async () => {
      const all = ['getcapabilities', 'describeprocess', 'execute'].map((name) => member('s', name));
      const rest = '?service=WPS&request=Execute&identifier=b';
      const open = await publish('wps', { s: 'service', 's/a': 'process' }, all);
      expect(outcome(await open.ask(`${rest}&vendor=1`))).toBe(ALLOWED);
      const { ask } = await publish('wps', { s: 'service', 's/a': 'process' }, all, refuse);
      expect(outcome(await ask(rest))).toContain('unregistered_name_reserved');
      expect(outcome(await ask(`${rest}&vendor=1`))).toBe('403 request_not_recognized reason=not-covered');
      expect(outcome(await ask(`${rest}&vendor=1`, administrator))).toBe(ALLOWED);
    });
  });
});

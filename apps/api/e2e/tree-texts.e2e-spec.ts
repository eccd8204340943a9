import { type IncomingMessage, get } from 'node:http';
import { renderObject } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';
import { TreeOracle } from './harness/tree-oracle';
import { WORLD_GROUPS, WORLD_USERS, fillWorld } from './harness/tree-world';

const FORMATS = [
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
] as const;
/** So that some replies are collected and others sent in chunks. */
const COLLECTED_BYTES = 30_000;

describe('the text of a reply with services and resources', () => {
  let api: TestApi;
  let oracle: TreeOracle;
  beforeAll(async () => {
    api = await startApi({}, undefined, undefined, {
      collectedBytes: COLLECTED_BYTES,
      chunkBytes: 4_000,
      maxOfUser: 3,
      // So that some listings of assignments are read in one way and others in the other.
      sortedBranches: 15,
    });
    await fillWorld(api, 20_261_126, { resources: 150, assignments: 60, depth: 60 });
    oracle = await TreeOracle.read(api.dataSource, api.settings.proxyPublicUrl);
  });
  afterAll(() => api.close());

  interface Reply {
    readonly text: string;
    readonly length: string | undefined;
    readonly isChunked: boolean;
  }

  function read(path: string, accept: string, method = 'GET'): Promise<Reply> {
    const headers = { Accept: accept, Cookie: api.admin.sessionCookie };
    return new Promise((resolve, reject) => {
      const answered = (reply: IncomingMessage): void => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () =>
          resolve({
            text: Buffer.concat(chunks).toString(),
            length: reply.headers['content-length'],
            isChunked: reply.headers['transfer-encoding'] === 'chunked',
          }),
        );
      };
      get(api.anonymous.url + path, { headers, agent: false, method }, answered).on('error', reject);
    });
  }

  function expectedText(
    format: readonly [name: 'json' | 'xml' | 'html', type: string],
    path: string,
    detail: string,
    content: object,
  ): string {
    const body = {
      ...content,
      code: 200,
      type: format[1],
      detail,
      path: decodeURIComponent(path.split('?')[0] ?? ''),
      url: api.settings.publicUrl + path,
      method: 'GET',
    };
    return renderObject(format[0], body);
  }

  /** Every path with the content of its reply. */
  function replies(): [path: string, detail: string, content: object][] {
    const [listed, found] = ['Resources listed.', 'Resource found.'];
    const names = ['zeta', 'Data-1', 'empty'];
    const flags: { inherited?: boolean; resolve?: boolean }[] = [{}, { inherited: true }, { resolve: true }];
    const queryOf = (flag: object, more = ''): string => {
      const parts = Object.keys(flag).map((name) => `${name}=true`);
      return [...parts, ...(more ? [more] : [])].join('&');
    };
    const withQuery = (path: string, query: string): string => (query ? `${path}?${query}` : path);
    return [
      ['/services', 'Services listed.', oracle.services()],
      ['/services?flatten=true', 'Services listed.', oracle.services(true)],
      ['/resources', listed, oracle.resources()],
      ...oracle.ids
        .slice(0, 25)
        .map((id): [string, string, object] => [
          `/resources/${id}`,
          found,
          { ...oracle.resource(id), managed_by: [] },
        ]),
      ...names.flatMap((name): [string, string, object][] => {
        const path = `/services/${encodeURIComponent(name)}/resources`;
        const { resource_id: id } = Object.values(oracle.serviceResources(name))[0] as {
          resource_id: number;
        };
        return [
          [path, listed, oracle.serviceResources(name)],
          [`${path}/${id}`, found, oracle.resource(id)],
        ];
      }),
      ...WORLD_USERS.flatMap((user) =>
        flags.flatMap((flag): [string, string, object][] => [
          [
            withQuery(`/users/${user}/resources`, queryOf(flag)),
            listed,
            oracle.userResources(user, flag, true),
          ],
          [
            withQuery(`/users/${user}/resources`, queryOf(flag, 'filtered=true')),
            listed,
            oracle.userResources(user, flag, false),
          ],
          [
            withQuery(`/users/${user}/services`, queryOf(flag)),
            'Services listed.',
            oracle.userServices(user, flag),
          ],
          [
            withQuery(`/users/${user}/services`, queryOf(flag, 'cascade=true')),
            'Services listed.',
            oracle.userServices(user, { ...flag, cascade: true }),
          ],
          [
            withQuery(`/users/${user}/services`, queryOf(flag, 'cascade=true&flatten=true')),
            'Services listed.',
            oracle.userServices(user, { ...flag, cascade: true, flatten: true }),
          ],
          ...names.map((name): [string, string, object] => [
            withQuery(`/users/${user}/services/${encodeURIComponent(name)}/resources`, queryOf(flag)),
            listed,
            oracle.userServiceResources(user, name, flag),
          ]),
        ]),
      ),
      ...WORLD_GROUPS.flatMap((group): [string, string, object][] => [
        [`/groups/${group}/services`, 'Services listed.', oracle.groupServices(group)],
        [`/groups/${group}/resources`, listed, oracle.groupResources(group)],
        ...names.map((name): [string, string, object] => [
          `/groups/${group}/services/${encodeURIComponent(name)}/resources`,
          listed,
          oracle.groupServiceResources(group, name),
        ]),
      ]),
    ];
  }

  it.each(FORMATS)(
    'equals as %s that of an object made of the rows, collected or in chunks',
    async (...format) => {
      const seen = { collected: 0, chunked: 0 };
      for (const [path, detail, content] of replies()) {
        const { text, length, isChunked } = await read(path, format[1]);
        const expected = expectedText(format, path, detail, content);
        // Shown in whole, a difference would take pages.
        if (text !== expected) expect([path, text]).toEqual([path, expected]);
        const bytes = Buffer.byteLength(expected);
        expect([path, isChunked, length]).toEqual(
          bytes > COLLECTED_BYTES ? [path, true, undefined] : [path, false, String(bytes)],
        );
        seen[isChunked ? 'chunked' : 'collected'] += 1;
      }
      expect(seen.collected).toBeGreaterThan(50);
      expect(seen.chunked).toBeGreaterThan(20);
    },
  );

  it('has the same length at HEAD where it is collected, and none where it is sent in chunks', async () => {
    for (const path of [
      '/services',
      '/resources',
      '/users/ada/resources',
      '/users/ada/resources?filtered=true&resolve=true',
    ]) {
      const { length, isChunked } = await read(path, 'application/json');
      const head = await read(path, 'application/json', 'HEAD');
      expect([path, head.text, head.length, head.isChunked]).toEqual([path, '', length, false]);
      expect(isChunked).toBe(length === undefined);
    }
  });

  it('is the same at the paths of the signed-in user', async () => {
    const user = api.settings.adminUser;
    for (const path of ['resources', 'services?cascade=true', 'services/zeta/resources?inherited=true']) {
      const [own, named] = [
        await read(`/users/current/${path}`, 'application/json'),
        await read(`/users/${user}/${path}`, 'application/json'),
      ];
      const withoutPath = ({ text }: Reply) => JSON.stringify({ ...JSON.parse(text), path: '', url: '' });
      expect(withoutPath(own)).toBe(withoutPath(named));
    }
  });
});

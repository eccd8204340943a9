import { parsePermission } from '@gatehouse/access-engine';
import { serviceTypeOf } from '@gatehouse/service-types';
import {
  type MappingCase,
  type MappingSuite,
  type SentRequest,
  decidedRequests,
  deniedBelow,
  mappingSuites,
  sufficientAssignments,
} from '@gatehouse/conformance';
import { Group, GroupPermission, Membership, UserPermission } from '@gatehouse/database';
import { addServiceTree } from './conformance/service-tree';
import { Fixture, cookieOf } from './support/fixture';
import { WireClient, type WireReply } from './support/wire-client';
import { type WireUpstream, startWireUpstream } from './support/wire-upstream';

/** What a user has on one service: `<path of a node>` and `<permission>`. */
type Held = readonly { readonly path: string; readonly permission: string }[];

/** A suffix of the private URL of a service, which shows that paths are appended and do not replace it. */
const BASE = '/behind';

/**
 * Every case of request mapping over the wire: a real proxy in front of a service that reads its own socket. A proxy reveals
 * decisions only, so the test derives the mapping from them: the narrowest permission assignments for the expected mapping
 * allow the request, and anything less refuses it. Reference: permission-rules#worked-examples, request-mapping#parameters,
 * request-mapping#grammars.
 */
describe('over the wire,', () => {
  let fixture: Fixture;
  let upstream: WireUpstream;
  let client: WireClient;
  let administrator: string;
  /** A user for each set of permission assignments that the cases of one service need; shared by all services. */
  const users: { readonly id: number; readonly cookie: string }[] = [];
  let revision = 0;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startWireUpstream();
    const { port } = await fixture.startProxy();
    client = new WireClient(port);
    const root = await fixture.addUser();
    await fixture.join(root, await fixture.groupId('administrators'));
    administrator = cookieOf(await fixture.signIn(root));
    const most = Math.max(...mappingSuites().map((suite) => setsOf(suite).length));
    for (let count = 0; count < most; count++) {
      const id = await fixture.addUser();
      users.push({ id, cookie: cookieOf(await fixture.signIn(id)) });
    }
  }, 240_000);
  beforeEach(() => upstream.received.splice(0));
  afterAll(async () => {
    client.close();
    await fixture.close();
    await upstream.close();
  });

  const send = (service: string, sent: SentRequest, cookie?: string): Promise<WireReply> =>
    client.send({
      method: sent.method,
      target: `/ows/proxy/${service}${sent.path}${sent.query}`,
      headers: [
        ['X-Access-Revision', String(revision)],
        ...(cookie === undefined ? [] : [['Cookie', cookie] as const]),
        ...(sent.contentType === undefined ? [] : [['Content-Type', sent.contentType] as const]),
      ],
      body: sent.body === undefined ? undefined : Buffer.from(sent.body),
    });

  /** The status, and whether the service received exactly what was sent. */
  async function outcome(service: string, sent: SentRequest, cookie?: string, base = BASE): Promise<string> {
    upstream.received.splice(0);
    const { status } = await send(service, sent, cookie);
    const calls = upstream.received.map(({ line, headers, body }) => {
      const types = headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, type]) => type);
      const isWhole =
        line === `${sent.method} ${base}${sent.path === '/' ? '' : sent.path}${sent.query} HTTP/1.1` &&
        body.equals(Buffer.from(sent.body ?? '')) &&
        types.join() === (sent.contentType ?? '');
      return isWhole ? 'as sent' : `as ${line} ${types.join()} ${body.toString()}`;
    });
    return [status, ...calls].join(' ');
  }

  describe.each(mappingSuites().map((suite, index) => [suite.name, suite, `case-${index}`] as const))(
    '%s',
    (_, suite, service) => {
      const sets = setsOf(suite);
      const base = suite.isAtRoot ? '' : BASE;
      const principalOf = (held: Held) => users[sets.findIndex((one) => keyOf(one) === keyOf(held))]?.cookie;

      beforeAll(async () => {
        revision = await fixture.write(async (manager) => {
          const ids = await addServiceTree(manager, service, upstream.url + base, suite);
          const rules = sets.flatMap((held, index) =>
            held.map(({ path, permission }) => ({
              userId: users[index]!.id,
              resourceId: ids.get(path)!,
              ...parsePermission(permission)!,
            })),
          );
          await manager.insert(UserPermission, rules);
        });
      });

      it.each(suite.cases.map((one) => [one.name, one] as const))('%s', async (_name, { sent, expected }) => {
        expect(await outcome(service, sent, administrator, base)).toBe('200 as sent');
        expect(await outcome(service, sent)).toBe('401');
        for (const { held, isEnough } of heldFor(suite, { sent, expected })) {
          expect([held, await outcome(service, sent, principalOf(held), base)]).toEqual([
            held,
            isEnough ? '200 as sent' : '403',
          ]);
          if (expected.kind === 'covered') continue;
          const { text, headers } = await send(service, sent, principalOf(held));
          expect(headers.get('x-gatehouse-reason')).toBe('request_not_recognized');
          if (text.includes('<'))
            expect(text).toContain(`exceptionCode="${expected.code}" locator="${expected.locator}"`);
        }
      });
    },
  );

  describe('the worked examples are decided as specified:', () => {
    it.each(decidedRequests().map((example, index) => [example.name, example, `example-${index}`] as const))(
      '%s',
      async (_, example, service) => {
        const user = await fixture.addUser();
        const cookie = cookieOf(await fixture.signIn(user));
        revision = await fixture.write(async (manager) => {
          const ids = await addServiceTree(manager, service, upstream.url + BASE, example);
          for (const [path, rules] of Object.entries(example.rules)) {
            for (const text of rules) {
              const [principal = '', permission = ''] = text.split(' ');
              const rule = { resourceId: ids.get(path)!, ...parsePermission(permission)! };
              if (principal === 'user') {
                await manager.insert(UserPermission, { userId: user, ...rule });
                continue;
              }
              const name = principal === 'public' ? 'anonymous' : principal;
              const group =
                (await manager.findOneBy(Group, { name })) ?? (await manager.save(Group, { name }));
              const membership = { userId: user, groupId: group.id };
              if (!(await manager.existsBy(Membership, membership)))
                await manager.insert(Membership, membership);
              await manager.insert(GroupPermission, { groupId: group.id, ...rule });
            }
          }
        });
        for (const { name, sent, isAllowed } of example.requests) {
          expect([name, await outcome(service, sent, cookie)]).toEqual([
            name,
            isAllowed ? '200 as sent' : '403',
          ]);
          expect(await outcome(service, sent, administrator)).toBe('200 as sent');
        }
      },
    );
  });

  it('the service received no malformed and no unexpected request', () => {
    expect([upstream.broken, client.surplus]).toEqual([[], 0]);
  });
});

/**
 * The assignments that reveal what a case is mapped to: the narrowest set; the same without one of them; and, where an ancestor
 * replaces a resource that does not exist, the narrowest set with an assignment that applies only to the ancestor, or with a
 * denial below it.
 */
function heldFor(
  suite: MappingSuite,
  { expected }: Pick<MappingCase, 'sent' | 'expected'>,
): { held: Held; isEnough: boolean }[] {
  const [root = ''] = Object.keys(suite.nodes);
  // A caller without any permission in a service is refused before the request is evaluated.
  const [name = ''] = serviceTypeOf(suite.serviceType)?.permissions ?? [];
  if (expected.kind === 'outside') {
    return [{ held: [{ path: root, permission: `${name}-allow-match` }], isEnough: false }];
  }
  const narrowest = sufficientAssignments(expected, root);
  const lacking = narrowest.flatMap((rule) => {
    const others = narrowest.filter((other) => other !== rule);
    const matching = { ...rule, permission: rule.permission.replace('recursive', 'match') };
    return matching.permission === rule.permission ? [others] : [others, [...others, matching]];
  });
  return [
    { held: narrowest, isEnough: true },
    ...[...lacking, ...deniedBelow(expected, suite)].map((held) => ({ held, isEnough: false })),
  ];
}

function setsOf(suite: MappingSuite): readonly Held[] {
  const sets = suite.cases.flatMap((one) =>
    heldFor(suite, one).map(({ held }) => [keyOf(held), held] as const),
  );
  return [...new Map(sets).values()];
}

function keyOf(held: Held): string {
  return held
    .map(({ path, permission }) => `${path} ${permission}`)
    .sort()
    .join();
}

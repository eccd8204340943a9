import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { type Field, fieldsOf } from '@gatehouse/dto';
import type { DeclaredRoute } from '@gatehouse/http';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/** Reference: http#query-parameters. */
const TRUE = ['t', 'true', 'y', 'yes', 'on', '1', 'T', 'TRUE', 'Y', 'Yes', 'oN'];
const FALSE = ['false', 'f', 'no', 'off', '0', '', '2', 'xx', 'tru', 'true '];

/** A flag of an endpoint, with the other flags that it can be combined with. */
interface Case {
  readonly route: DeclaredRoute;
  readonly flag: Field;
  readonly others: readonly string[];
}

describe('flags of queries', () => {
  let api: TestApi;
  let values: Record<string, string>;
  let cases: Case[];
  beforeAll(async () => {
    api = await startApi();
    values = await platformOf(api);
    cases = routesOf(api)
      .filter(({ method }) => method === 'GET')
      .flatMap((route) => {
        const flags = queryFieldsOf(route).filter(({ kind }) => kind === 'flag');
        return flags.map((flag) => ({
          route,
          flag,
          others: flags.filter((other) => other !== flag).map(({ name }) => name),
        }));
      });
  });
  afterAll(() => api.close());

  /** What an endpoint answers to a query, apart from the query itself. */
  async function answer({ template }: DeclaredRoute, query: string): Promise<string> {
    const path = template.replace(/\{(\w+)\}/g, (_, param: string) => values[param] ?? 'nothing');
    const besides: Readonly<Record<string, string>> = {
      '/services/{service_name}/matrix': `group_name=${values['group_name']}&`,
      '/resources/{resource_id}/access': 'access=allow&',
    };
    const reply = await api.admin.get(`${path}?${besides[template] ?? ''}${query}`).expect(200);
    return JSON.stringify({ ...reply.body, url: '' });
  }

  it('mean the same under every name and in every spelling', async () => {
    const wrong: string[] = [];
    for (const { route, flag } of cases) {
      const [on, off] = [await answer(route, `${flag.name}=true`), await answer(route, '')];
      const same = async (query: string, expected: string): Promise<void> => {
        if ((await answer(route, query)) !== expected) wrong.push(`${route.template}?${query}`);
      };
      for (const word of TRUE) await same(`${flag.name}=${word}`, on);
      for (const word of FALSE) await same(`${flag.name}=${encodeURIComponent(word)}`, off);
      for (const alias of flag.aliases) await same(`${alias}=true`, on);
      for (const name of [flag.name, ...flag.aliases]) {
        await same(`${name.toUpperCase()}=true`, flag.exactCase ? off : on);
      }
      await same(`${flag.name}=false&${flag.name}=true`, on);
      await same(`${flag.name}=true&${flag.name}=false`, off);
    }
    expect(wrong).toEqual([]);
  });

  it('have an effect, alone or combined with another', async () => {
    const effective = new Set<string>();
    for (const { route, flag, others } of cases) {
      for (const beside of ['', ...others.map((other) => `${other}=true&`)]) {
        const [on, off] = [await answer(route, `${beside}${flag.name}=true`), await answer(route, beside)];
        if (on !== off) effective.add(`${route.template} ${flag.name}`);
      }
    }
    const idle = cases.map(({ route, flag }) => `${route.template} ${flag.name}`);
    expect(idle.filter((one) => !effective.has(one))).toEqual([]);
    expect(effective.size).toBeGreaterThan(20);
  });
});

/** Query fields that a handler accepts. */
function queryFieldsOf({ controller, handler }: DeclaredRoute): readonly Field[] {
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype, handler) ??
    []) as (abstract new () => object)[];
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    unknown
  >;
  return Object.keys(taken)
    .filter((key) => key.startsWith(`${RouteParamtypes.QUERY}:`))
    .flatMap((key) => {
      const type = types[Number(key.split(':')[1])];
      return type ? fieldsOf(type) : [];
    });
}

/** Values of path parameters for which every flag has an effect: assignments of a user and its group along a branch. */
async function platformOf({ admin, make }: TestApi): Promise<Record<string, string>> {
  const group_name = await make.group();
  const user_name = await make.user({ group_name });
  const service_name = await make.service({ service_type: 'api' });
  const root = await make.serviceId(service_name);
  const upper = await make.resource(root);
  const lower = await make.resource(upper);
  await make.resource(lower);
  const other = await make.service({ service_type: 'api' });
  const below = await make.resource(await make.serviceId(other));
  const grant = (path: string, permission: string) =>
    admin.post(`${path}/permissions`, { permission }).expect(201);
  for (const path of [`services/${service_name}`, `resources/${lower}`]) {
    await grant(`/groups/${group_name}/${path}`, 'read');
    await grant(`/users/${user_name}/${path}`, 'read-deny-match');
    await grant(`/users/${user_name}/${path}`, 'write');
  }
  // A service that the user or the group reaches only by an assignment on a resource below it.
  await grant(`/users/${user_name}/resources/${below}`, 'read');
  // What everyone may do, and the members of a group without assignments.
  await make.group();
  await grant(`/groups/anonymous/resources/${lower}`, 'read-match');
  return { user_name, group_name, service_name, service_type: 'api', resource_id: String(lower) };
}

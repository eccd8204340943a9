import {
  nameOf,
  nodesOf,
  parentOf,
  rulesOf,
  type WorkedExample,
  workedExamples,
} from '@gatehouse/conformance';
import { type TestApi, startApi } from './harness/start-api';

const GROUPS = ['group', 'g1', 'g2'];

/** The worked examples by `…/permissions?effective=true`. The tests of the engine and the proxy run the same ones. */
describe('effective permissions over HTTP equal those of the worked example', () => {
  let api: TestApi;
  let user: string;
  beforeAll(async () => {
    api = await startApi();
    user = await api.make.user();
    for (const group_name of GROUPS) {
      await api.make.group({ group_name });
      await api.admin.post(`/users/${user}/groups`, { group_name }).expect(201);
    }
  });
  afterAll(() => api.close());

  /** Creates the tree and its permission assignments; returns the id of each node by path. */
  async function build(example: WorkedExample): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    for (const path of nodesOf(example)) {
      const parent = parentOf(path);
      const id =
        parent === undefined
          ? await api.make.serviceId(await api.make.service({ service_type: example.serviceType }))
          : await child(ids.get(parent) ?? 0, nameOf(path));
      ids.set(path, id);
      for (const { principal, permission } of rulesOf(example, path)) {
        const owner =
          principal === 'user'
            ? `users/${user}`
            : `groups/${principal === 'public' ? 'anonymous' : principal}`;
        await api.admin.post(`/${owner}/resources/${id}/permissions`, { permission }).expect(201);
      }
    }
    return ids;
  }

  async function child(parent_id: number, resource_name: string): Promise<number> {
    const reply = await api.admin
      .post('/resources', { parent_id, resource_name, resource_type: 'route' })
      .expect(201);
    return reply.body['resource'].resource_id;
  }

  it.each(workedExamples().map((example) => [example.name, example] as const))('%s', async (_, example) => {
    const ids = await build(example);
    for (const [path, expected] of Object.entries(example.expected)) {
      const id = ids.get(path);
      if (id === undefined) continue;
      const reply = await api.admin
        .get(`/users/${user}/resources/${id}/permissions?effective=true`)
        .expect(200);
      const shown = new Map<string, string>(
        reply.body['permissions'].map((entry: { name: string; access: string; reason: string }) => [
          entry.name,
          brief(entry),
        ]),
      );
      for (const [permission, answer] of Object.entries(expected)) {
        const reported = shown.get(permission) ?? 'absent';
        expect([path, permission, answer.length === 1 ? reported[0] : reported]).toEqual([
          path,
          permission,
          answer,
        ]);
      }
    }
  });
});

/** In the notation of the examples: `A user`, `D g1`, `A multiple`, or `D` if no assignment applies. */
function brief({ access, reason }: { access: string; reason: string }): string {
  const letter = access === 'allow' ? 'A' : 'D';
  if (reason === 'no-permission') return letter;
  const [kind, , name] = reason.split(':');
  if (kind === 'user') return `${letter} user`;
  return `${letter} ${name === 'anonymous' ? 'public' : (name ?? kind)}`;
}

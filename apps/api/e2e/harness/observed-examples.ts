import {
  nameOf,
  nodesOf,
  parentOf,
  rulesOf,
  type WorkedExample,
  workedExamples,
} from '@gatehouse/conformance';
import { call } from '../../../proxy/e2e/support/exchange';
import type { TestApi } from './start-api';

const METHODS: Readonly<Record<string, string>> = { read: 'GET', write: 'POST', access: 'GET' };
const GROUPS = ['group', 'g1', 'g2'];

/**
 * Creates the worked examples of permissions through the API, sends their requests to a proxy, and returns those that are not
 * answered as the examples specify.
 *
 * @param upstream URL of the services
 */
export async function failedExamples(api: TestApi, port: number, upstream: string): Promise<string[]> {
  const user = await api.make.user();
  for (const group_name of GROUPS) {
    await api.make.group({ group_name });
    await api.admin.post(`/users/${user}/groups`, { group_name }).expect(201);
  }
  const { sessionCookie: cookie } = await api.signIn(user);
  const failed: string[] = [];
  for (const example of workedExamples()) {
    const { service, revision } = await build(api, example, { user, upstream });
    for (const [path, expected] of Object.entries(example.expected))
      for (const [permission, answer] of Object.entries(expected)) {
        const rest = path.split('/').slice(1).map(encodeURIComponent).join('/');
        const { status } = await call(port, {
          method: METHODS[permission] ?? '',
          path: `/ows/proxy/${service}${rest === '' ? '' : `/${rest}`}`,
          headers: { cookie, 'x-access-revision': revision },
        });
        if (status !== (answer.startsWith('A') ? 200 : 403))
          failed.push(`${example.name}: ${path} ${permission}: ${status}`);
      }
  }
  return failed;
}

async function build(
  api: TestApi,
  example: WorkedExample,
  { user, upstream }: { readonly user: string; readonly upstream: string },
): Promise<{ service: string; revision: string }> {
  const service = await api.make.service({ service_type: example.serviceType });
  const patched = await api.admin.patch(`/services/${service}`, { service_url: upstream }).expect(200);
  let revision = patched.headers['x-access-revision'] as string;
  const ids = new Map<string, number>();
  for (const path of nodesOf(example)) {
    const parent = parentOf(path);
    const id =
      parent === undefined
        ? await api.make.serviceId(service)
        : await api.make.resource(ids.get(parent) ?? 0, { resource_name: nameOf(path) });
    ids.set(path, id);
    for (const { principal, permission } of rulesOf(example, path)) {
      const owner =
        principal === 'user' ? `users/${user}` : `groups/${principal === 'public' ? 'anonymous' : principal}`;
      const reply = await api.admin.post(`/${owner}/resources/${id}/permissions`, { permission }).expect(201);
      revision = reply.headers['x-access-revision'] as string;
    }
  }
  return { service, revision };
}

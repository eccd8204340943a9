import type { TestApi } from './start-api';

/** A service with a tree, users in groups, and assignments, all random but reproducible. */
export interface RandomTree {
  readonly service: string;
  readonly serviceId: number;
  /** The service first. */
  readonly resources: readonly number[];
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** A reproducible sequence of integers below a bound (Park and Miller). */
export function randomIntegers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

export interface RandomAssignment {
  readonly principal: string;
  readonly resource_id: number;
  readonly permission: { readonly name: string; readonly access: string; readonly scope: string };
}

export function randomAssignment(tree: RandomTree, below: (bound: number) => number): RandomAssignment {
  const principals = [
    ...tree.users.map((name) => `users/${name}`),
    ...tree.groups.map((name) => `groups/${name}`),
    'groups/anonymous',
  ];
  return {
    principal: principals[below(principals.length)]!,
    resource_id: tree.resources[below(tree.resources.length)]!,
    permission: {
      name: ['read', 'write'][below(2)]!,
      access: ['allow', 'deny'][below(2)]!,
      scope: ['recursive', 'match'][below(2)]!,
    },
  };
}

export async function randomTree(api: TestApi, seed: number, size = 12, count = 24): Promise<RandomTree> {
  const below = randomIntegers(seed);
  const service = await api.make.service({ service_type: 'api' });
  const serviceId = await api.make.serviceId(service);
  const resources = [serviceId];
  while (resources.length < size)
    resources.push(await api.make.resource(resources[below(resources.length)]!));
  const groups = [await api.make.group(), await api.make.group(), await api.make.group()];
  const users: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const user = await api.make.user();
    users.push(user);
    for (const group_name of groups)
      if (below(2) === 0) await api.admin.post(`/users/${user}/groups`, { group_name }).expect(201);
  }
  const tree = { service, serviceId, resources, users, groups };
  for (let index = 0; index < count; index += 1) {
    const { principal, resource_id, permission } = randomAssignment(tree, below);
    const reply = await api.admin.put(`/${principal}/resources/${resource_id}/permissions`, { permission });
    expect([200, 201]).toContain(reply.status);
  }
  return tree;
}

/** The effective permissions of a user on a resource, as the operation of the contract returns them. */
export async function effectiveOf(
  api: TestApi,
  user: string,
  resource: number,
): Promise<{ name: string; access: string; reason: string }[]> {
  const path = `/users/${user}/resources/${resource}/permissions?effective=true`;
  return (await api.admin.get(path).expect(200)).body['permissions'];
}

import { Problem } from '@gatehouse/problems';
import { readBranchEntries } from './branch-entry';

const SERVICE = { resource_name: 'hydrology', resource_type: 'service' };
const ROUTE = { resource_name: 'rivers', resource_type: 'route', permission: 'read', group: 'users' };

function statusOf(value: unknown): number {
  try {
    readBranchEntries(value);
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
  return 200;
}

describe('the entries of a branch', () => {
  it('create permissions unless they have another action', () => {
    expect(
      readBranchEntries([SERVICE, ROUTE, { ...ROUTE, user: 'bob', group: null, action: 'remove' }]),
    ).toEqual([
      {
        resourceName: 'hydrology',
        resourceType: 'service',
        permission: undefined,
        user: undefined,
        group: undefined,
        action: 'create',
      },
      expect.objectContaining({ permission: 'read', user: undefined, group: 'users', action: 'create' }),
      expect.objectContaining({ user: 'bob', group: undefined, action: 'remove' }),
    ]);
  });

  it('begin with a service, the only one', () => {
    expect(statusOf([SERVICE, ROUTE])).toBe(200);
    expect(statusOf([ROUTE])).toBe(400);
    expect(statusOf([SERVICE, ROUTE, SERVICE])).toBe(400);
  });

  it('have at least one permission, each with a user or group', () => {
    expect(statusOf([{ ...SERVICE, permission: 'read', user: 'bob' }])).toBe(200);
    expect(statusOf([SERVICE])).toBe(400);
    expect(statusOf([SERVICE, { ...ROUTE, permission: {} }])).toBe(400);
    expect(statusOf([SERVICE, { ...ROUTE, group: undefined }])).toBe(400);
  });

  it('are a list of at least one object', () => {
    expect([undefined, null, [], [null], [[]], ['x']].map(statusOf)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(['x', 5, {}, true].map(statusOf)).toEqual([422, 422, 422, 422]);
  });

  it('have no malformed names', () => {
    for (const name of [undefined, null, '', 5, 'a/b', 'a\0b', '\ud800', 'x'.repeat(101)]) {
      expect([name, statusOf([SERVICE, { ...ROUTE, resource_name: name }])]).toEqual([name, 400]);
    }
    for (const name of [5, 'a/b', 'a\0b', '\ud800', [], {}]) {
      expect([name, statusOf([SERVICE, { ...ROUTE, group: name }])]).toEqual([name, 400]);
      expect([name, statusOf([SERVICE, { ...ROUTE, user: name }])]).toEqual([name, 400]);
    }
  });

  it('have no unknown action', () => {
    for (const action of ['drop', 'Create', 5, {}]) {
      expect([action, statusOf([SERVICE, { ...ROUTE, action }])]).toEqual([action, 400]);
    }
  });
});

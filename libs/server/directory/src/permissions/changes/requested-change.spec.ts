import { Problem } from '@gatehouse/problems';
import { MAX_CHANGES, readRequestedChanges, rejectRepeated } from './requested-change';

const CHANGE = { resource_id: 3, user_name: 'ada', permission_name: 'read', access: 'allow' };

/** The code of the error and the field that it names; undefined if there is none. */
function errorOf(work: () => unknown): readonly [string, string | undefined] | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.errorCode, error.details.param?.name];
  }
}

const errorIn = (value: unknown): ReturnType<typeof errorOf> => errorOf(() => readRequestedChanges(value));

describe('the changes of a body', () => {
  it('set an assignment, of a user or a group, or remove it', () => {
    const group = { resource_id: '4', group_name: 'sailors', permission_name: 'write', scope: 'match' };
    expect(readRequestedChanges([CHANGE, { ...group, access: 'deny' }, { ...group, access: null }])).toEqual([
      {
        field: 'changes.0',
        resourceId: 3,
        kind: 'user',
        principalName: 'ada',
        permission: 'read',
        modifiers: { access: 'allow', scope: 'recursive' },
        revision: undefined,
      },
      {
        field: 'changes.1',
        resourceId: 4,
        kind: 'group',
        principalName: 'sailors',
        permission: 'write',
        modifiers: { access: 'deny', scope: 'match' },
        revision: undefined,
      },
      expect.objectContaining({ field: 'changes.2', modifiers: undefined }),
    ]);
  });

  it('are a list of at least one and at most a thousand', () => {
    for (const nothing of [undefined, null, []])
      expect(errorIn(nothing)).toEqual(['permission_changes_missing', 'changes']);
    for (const other of [{}, 'x', 5, true])
      expect(errorIn(other)).toEqual(['permission_changes_not_a_list', 'changes']);
    const many = Array.from({ length: MAX_CHANGES }, () => CHANGE);
    expect(errorIn(many)).toBeUndefined();
    expect(errorIn([...many, CHANGE])).toEqual(['permission_changes_too_many', 'changes']);
  });

  it('name either a user or a group', () => {
    expect(errorIn([{ ...CHANGE, user_name: undefined }])).toEqual(['principal_required', 'changes.0']);
    expect(errorIn([CHANGE, { ...CHANGE, group_name: 'sailors' }])).toEqual([
      'principal_required',
      'changes.1',
    ]);
    expect(errorIn([{ ...CHANGE, group_name: null }])).toBeUndefined();
  });

  it.each([
    ['resource_id', [undefined, null, '', 'x', -1, 1.5, 2 ** 31, '99999999999', [3], true]],
    ['user_name', ['', 5, 'a\0b', '\ud800', 'x'.repeat(257), ['ada']]],
    ['permission_name', [undefined, null, '', 'Read', 'read-allow', 5, { name: 'read' }]],
    ['access', [undefined, '', 'permit', 5, true, {}]],
    ['scope', ['', 'everywhere', 5, false, {}]],
  ])('have no malformed %s', (field, values) => {
    for (const value of values)
      expect([value, errorIn([{ ...CHANGE, [field]: value }])]).toEqual([
        value,
        ['permission_change_invalid', `changes.0.${field}`],
      ]);
  });

  it('are objects', () => {
    for (const value of [null, [], 'x', 5])
      expect([value, errorIn([CHANGE, value])]).toEqual([value, ['permission_change_invalid', 'changes.1']]);
  });

  it('change each assignment once, by the identifiers of principal and resource', () => {
    const one = { kind: 'user', principalId: 7, resourceId: 3, permission: 'read' } as const;
    const others = [
      { ...one, kind: 'group' as const },
      { ...one, principalId: 8 },
      { ...one, resourceId: 4 },
      { ...one, permission: 'write' as const },
    ];
    const listed = [one, ...others].map((change, index) => ({ ...change, field: `changes.${index}` }));
    expect(errorOf(() => rejectRepeated(listed))).toBeUndefined();
    expect(errorOf(() => rejectRepeated([...listed, { ...one, field: 'changes.5' }]))).toEqual([
      'permission_change_repeated',
      'changes.5',
    ]);
  });
});

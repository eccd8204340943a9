import { SETTINGS } from '../principals.fixture';
import { GroupRules } from './group-rules';

const rules = new GroupRules(SETTINGS);

describe('GroupRules', () => {
  it.each([
    ['', 'group_name_invalid'],
    ['a/b', 'group_name_invalid'],
    ['a\tb', 'name_has_control_characters'],
    [' a', 'name_has_outer_spaces'],
    ['x'.repeat(65), 'group_name_too_long'],
  ])('reject the name %j as %s', (name, errorCode) => {
    expect(() => rules.checkNewName(name)).toThrow(expect.objectContaining({ errorCode, status: 400 }));
  });

  it.each(['Hydrologists', 'two words', 'a.b-c_d', 'x'.repeat(64)])('accept the name %s', (name) => {
    expect(() => rules.checkNewName(name)).not.toThrow();
  });

  it('protect the groups of administrators and of the anonymous user, and no other', () => {
    for (const name of ['administrators', 'anonymous'])
      expect(rules.protectionError(name)).toMatchObject({ errorCode: 'group_name_reserved', status: 403 });
    for (const name of ['users', 'Administrators', 'hydrologists'])
      expect(rules.protectionError(name)).toBeUndefined();
  });

  it('keep all users in the anonymous group, and the configured administrator in the group of administrators', () => {
    expect(() => rules.checkLeaving('anonymous', false)).toThrow(
      expect.objectContaining({ errorCode: 'anonymous_group_mandatory' }),
    );
    expect(() => rules.checkLeaving('administrators', true)).toThrow(
      expect.objectContaining({ errorCode: 'configured_administrator_membership' }),
    );
    expect(() => rules.checkLeaving('administrators', false)).not.toThrow();
    expect(() => rules.checkLeaving('users', true)).not.toThrow();
  });

  it('give the permissions of administrators the highest priority and those of the anonymous group the lowest', () => {
    expect(['administrators', 'users', 'anonymous'].map((name) => rules.priorityOf(name))).toEqual([
      'max',
      0,
      -1,
    ]);
  });
});

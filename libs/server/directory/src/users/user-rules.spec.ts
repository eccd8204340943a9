import { Problem } from '@gatehouse/problems';
import { SETTINGS } from '../principals.fixture';
import { UserRules } from './user-rules';

const rules = new UserRules(SETTINGS);

/** The code and status of the error that a check throws; undefined if it passes. */
function errorOf(check: () => void): readonly [string, number] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.errorCode, error.status];
  }
}

describe('UserRules', () => {
  it.each([
    ['', 'value_empty'],
    ['Bob', 'user_name_invalid'],
    ['bob smith', 'user_name_invalid'],
    ['bob.', 'user_name_invalid'],
    ['bob\n', 'name_has_control_characters'],
    ['bo\u200bb', 'name_has_format_characters'],
    ['cafe\u0301', 'name_not_normalized'],
    ['x'.repeat(65), 'user_name_too_long'],
    ['current', 'user_name_reserved'],
    ['admin', 'user_name_reserved'],
    ['anonymous', 'user_name_reserved'],
  ])('reject the name %j as %s', (name, code) => {
    expect(errorOf(() => rules.checkNewName(name))).toEqual([code, 400]);
  });

  it.each(['bob', 'b', '7', 'bob-smith_jr.2', 'x'.repeat(64), 'administrators'])(
    'accept the name %s',
    (name) => {
      expect(errorOf(() => rules.checkNewName(name))).toBeUndefined();
    },
  );

  it('match the configured pattern at the beginning of a name, and never against texts that are too long', () => {
    const matched: string[] = [];
    const matchStart = (text: string) => {
      matched.push(text);
      return text.startsWith('lab-') ? text : undefined;
    };
    const restricted = new UserRules({
      ...SETTINGS,
      userNameExtraRegex: { source: 'lab-', matchStart } as unknown as typeof SETTINGS.userNameExtraRegex,
    });
    expect(errorOf(() => restricted.checkNewName('lab-7'))).toBeUndefined();
    expect(errorOf(() => restricted.checkNewName('bob'))).toEqual(['user_name_pattern_mismatch', 400]);
    expect(errorOf(() => restricted.checkNewName('b'.repeat(100_000)))).toEqual(['user_name_too_long', 400]);
    expect(matched).toEqual(['lab-7', 'bob']);
  });

  it.each([
    ['', 'value_empty'],
    ['no at', 'email_invalid'],
    [`${'x'.repeat(95)}@a.org`, 'value_too_long'],
    ['Admin@Example.org', 'email_reserved'],
    ['ANONYMOUS@mail.com', 'email_reserved'],
  ])('reject the email address %j as %s', (email, code) => {
    expect(errorOf(() => rules.checkNewEmail(email))).toEqual([code, 400]);
  });

  it('reject a password below the minimum length with its length, never with the password', () => {
    expect(errorOf(() => rules.checkNewPassword('x'.repeat(12)))).toBeUndefined();
    try {
      rules.checkNewPassword('elevenchars');
      throw new Error('accepted');
    } catch (error) {
      expect(error).toMatchObject({ errorCode: 'password_too_short', details: { param: { value: 11 } } });
      expect(JSON.stringify(error)).not.toContain('elevenchars');
    }
  });

  it.each([
    ['admin', 'bob'],
    ['bob', 'admin'],
    ['anonymous', 'bob'],
    ['bob', 'current'],
  ])('reject a rename from %s to %s with 403', (from, to) => {
    expect(errorOf(() => rules.checkRename(from, to))).toEqual(['user_name_reserved', 403]);
  });

  it('recognize a login of the anonymous user by name and email address, ignoring case', () => {
    for (const login of ['anonymous', 'Anonymous', 'ANONYMOUS@MAIL.COM'])
      expect([login, rules.isAnonymousLogin(login)]).toEqual([login, true]);
    expect(rules.isAnonymousLogin('anonymous@example.org')).toBe(false);
  });
});

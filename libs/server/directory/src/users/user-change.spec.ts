import { type User, UserStatus } from '@gatehouse/database';
import { Problem } from '@gatehouse/problems';
import { SETTINGS } from '../principals.fixture';
import type { AccountCaller, UserChange } from './user';
import { checkChange } from './user-change';
import { UserRules } from './user-rules';

const rules = new UserRules(SETTINGS);
const BOB = {
  id: 7,
  name: 'bob',
  email: 'bob@example.org',
  status: UserStatus.OK,
  locale: 'en',
  kind: 'person',
} as User;
const ROBOT = { ...BOB, name: 'robot', kind: 'service' } as User;
const CONFIGURED = { ...BOB, name: SETTINGS.adminUser, email: SETTINGS.adminEmail } as User;

const ADMINISTRATOR: AccountCaller = { isAdministrator: true, isSelf: false, byKeyword: false };
const OWNER: AccountCaller = { isAdministrator: false, isSelf: true, byKeyword: false };

/** The changed fields, or the code of the error. */
function outcomeOf(user: User, change: UserChange, caller: AccountCaller): object | string {
  try {
    const { fields, password } = checkChange(rules, user, change, caller);
    return { ...fields, ...(password === undefined ? {} : { password }) };
  } catch (error) {
    if (error instanceof Problem) return error.errorCode;
    throw error;
  }
}

describe('a change of an account', () => {
  it('has only the fields that differ from the stored ones', () => {
    const change = { name: 'bob', email: 'new@example.org', status: 'OK', locale: 'fr' } as const;
    expect(outcomeOf(BOB, change, ADMINISTRATOR)).toEqual({ email: 'new@example.org', locale: 'fr' });
  });

  it.each([
    ['nothing', {}],
    ['the stored values', { name: 'bob', email: 'bob@example.org', status: 1, locale: 'en' }],
    ['a status that does not exist', { status: 'gone' }],
  ] as const)('is refused if it has %s', (_, change) => {
    expect(outcomeOf(BOB, change, ADMINISTRATOR)).toBe('user_unchanged');
  });

  it('always changes the password, which cannot be compared', () => {
    const change = { password: 'the same as before' };
    expect(outcomeOf(BOB, change, OWNER)).toEqual(change);
  });

  it('allows users their email address, password and language, but neither name nor status', () => {
    const change = { email: 'new@example.org', password: 'x'.repeat(12), locale: 'fr' } as const;
    expect(outcomeOf(BOB, change, OWNER)).toEqual(change);
    expect(outcomeOf(BOB, { name: 'bobby' }, OWNER)).toBe('administrator_required');
    expect(outcomeOf(BOB, { status: 2 }, OWNER)).toBe('administrator_required');
    expect(outcomeOf(BOB, { name: 'bobby', status: 2 }, ADMINISTRATOR)).toEqual({ name: 'bobby', status: 2 });
  });

  it('never makes an account a pending registration', () => {
    for (const status of ['Pending', 4, '4'])
      expect(outcomeOf(BOB, { status }, ADMINISTRATOR)).toBe('user_status_pending_not_allowed');
  });

  it.each([
    [{ name: 'Bob' }, 'user_name_invalid'],
    [{ name: 'current' }, 'user_name_reserved'],
    [{ email: 'no at' }, 'email_invalid'],
    [{ password: 'elevenchars' }, 'password_too_short'],
  ])('with %j is %s', (change, code) => {
    expect(outcomeOf(BOB, change, ADMINISTRATOR)).toBe(code);
  });

  it('gives a service account no password', () => {
    const password = 'x'.repeat(12);
    expect(outcomeOf(ROBOT, { password }, ADMINISTRATOR)).toBe('service_account_not_allowed');
    expect(outcomeOf(ROBOT, { email: 'robot@example.org', locale: 'fr' }, ADMINISTRATOR)).toEqual({
      email: 'robot@example.org',
      locale: 'fr',
    });
  });

  it('keeps tokens only beside a new password of the own account', () => {
    const [password, keptTokens] = ['x'.repeat(12), ['6f1d3e0c-57a9-4a55-9d64-0b1c5f0e9a21']];
    expect(outcomeOf(BOB, { password, keptTokens }, OWNER)).toEqual({ password });
    expect(outcomeOf(BOB, { locale: 'fr', keptTokens }, OWNER)).toBe('keep_tokens_invalid');
    expect(outcomeOf(BOB, { password, keptTokens }, ADMINISTRATOR)).toBe('keep_tokens_invalid');
    expect(outcomeOf(BOB, { password, keptTokens: [] }, ADMINISTRATOR)).toEqual({ password });
  });

  it('of the configured administrator is a password, by this user only', () => {
    const password = 'x'.repeat(12);
    const itself = { ...ADMINISTRATOR, isSelf: true };
    expect(outcomeOf(CONFIGURED, { password }, itself)).toEqual({ password });
    expect(outcomeOf(CONFIGURED, { password }, ADMINISTRATOR)).toBe('configured_administrator_password_only');
    for (const change of [{ name: 'root' }, { email: 'root@example.org' }, { status: 2 }])
      expect(outcomeOf(CONFIGURED, { password, ...change }, itself)).toBe(
        'configured_administrator_password_only',
      );
  });
});

import { Problem } from '@gatehouse/problems';
import { selfChosenPasswordError } from './self-chosen-password';

const ACCOUNT = {
  userName: 'jane.doe',
  email: 'jdoe@meteo-lab.example.org',
  publicUrl: 'https://access.climate-platform.example.net/gate',
  minimum: 12,
};

async function codeOf(password: string, minimum = ACCOUNT.minimum): Promise<string | undefined> {
  const error = await selfChosenPasswordError(password, { ...ACCOUNT, minimum });
  if (error === undefined) return undefined;
  expect(error).toBeInstanceOf(Problem);
  expect(error.status).toBe(400);
  return error.errorCode;
}

describe('the rules of self-chosen passwords', () => {
  it.each([
    'correct horse battery staple',
    'tractor under the bridge',
    'aliceinwonderland-1865',
    'jane walks to the harbour',
    'пароль из пяти слов',
    '          a  b',
    'éèàùéèàùéèàù',
  ])('accept %j: there are no rules of composition', async (password) => {
    expect(await codeOf(password)).toBeUndefined();
  });

  it('count characters, not UTF-16 code units', async () => {
    expect(await codeOf('😀😁😂🤣😃😄')).toBe('password_too_short');
    expect(await codeOf('😀😁😂🤣😃😄😅😆😉😊😋😎')).toBeUndefined();
    expect(await codeOf('elevenchars')).toBe('password_too_short');
  });

  it.each(['administrator', 'ADMINISTRATOR', '1qaz2wsx3edc', 'qwerty123456', 'Ｑwerty123456'])(
    'refuse the common password %j in any case and width',
    async (password) => {
      expect(await codeOf(password)).toBe('password_too_common');
    },
  );

  it('refuse common passwords of the configured minimum length', async () => {
    for (const password of ['password', 'Baseball', 'iloveyou1', 'trustno1']) {
      expect([password, await codeOf(password, 8)]).toEqual([password, 'password_too_common']);
    }
    expect(await codeOf('password written by hand', 8)).toBeUndefined();
  });

  it.each([
    ['the user name', 'jane.doe.jane.doe'],
    ['the user name in other case and punctuation', 'JaneDoe-JaneDoe!'],
    ['parts of the user name with digits', 'jane-2024-doe'],
    ['the email address', 'jdoe@meteo-lab.example.org'],
    ['a part of the email address', 'meteo-lab-jdoe'],
    ['the host name', 'climate-platform!1'],
    ['the product', 'Gatehouse2026!'],
    ['a name and a common password', 'jane.doe-123456'],
    ['a name and another common password', 'gatehouse sunshine'],
  ])('refuse %s', async (_, password) => {
    expect(await codeOf(password)).toBe('password_like_user_name');
  });

  it('report the length of a refused password, never the password', async () => {
    const error = await selfChosenPasswordError('1qaz2wsx3edc', ACCOUNT);
    expect(error?.details.param).toEqual({ name: 'password', value: 12, conditions: { not_in: false } });
    expect(JSON.stringify([error?.details, error?.detail])).not.toContain('1qaz');
  });

  it('ignore an address that cannot be parsed', async () => {
    const error = await selfChosenPasswordError('a long enough secret', { ...ACCOUNT, publicUrl: 'nowhere' });
    expect(error).toBeUndefined();
  });
});

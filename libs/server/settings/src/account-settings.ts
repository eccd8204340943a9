import { optionalDomain } from './address-kinds';
import { flag, optionalFlag, pattern, text, whole } from './kinds';

const DAY_SECONDS = 86_400;
const YEAR = 366 * DAY_SECONDS;

/** Session cookies, passwords and names of users. Reference: sessions#cookie, sessions#passwords. */
export const accountSettings = {
  cookieName: text('SVC_COOKIE_NAME', { fallback: 'auth_tkt', about: 'Name of the session cookie.' }),
  cookieDomain: optionalDomain('SVC_COOKIE_DOMAIN', {
    about: 'Domain of the session cookie. Default: only the host.',
  }),
  cookieSecure: optionalFlag('SVC_COOKIE_SECURE', {
    about: 'Whether the cookie is sent over https only. Default: true if `SVC_URL` is https.',
  }),
  cookieExpire: whole(
    'SVC_COOKIE_EXPIRE',
    { min: 0, max: YEAR },
    {
      fallback: '43200',
      about: 'Max-Age of the cookie in seconds; it is reissued after a tenth of that time. 0: no Max-Age.',
    },
  ),
  sessionMaxAge: whole(
    'SVC_SESSION_MAX_AGE',
    { min: 60, max: 10 * YEAR },
    {
      fallback: String(30 * DAY_SECONDS),
      about: 'Seconds after which a session ends, however often its cookie was reissued.',
    },
  ),
  recentSignIn: whole(
    'SVC_RECENT_SIGN_IN',
    { min: 0, max: DAY_SECONDS },
    {
      fallback: '900',
      about:
        'Seconds after a sign-in with a password, or at a provider in the browser, for which users may change the password, the email address and the linked identities of their own account without giving the current password.',
    },
  ),
  tokenMaxAge: whole(
    'SVC_TOKEN_MAX_AGE',
    { min: 60, max: 10 * YEAR },
    {
      fallback: String(365 * DAY_SECONDS),
      about:
        'Maximum seconds for which an API token is valid, at its creation and at each change of its end.',
    },
  ),
  tokenDefaultAge: whole(
    'SVC_TOKEN_DEFAULT_AGE',
    { min: 60, max: 10 * YEAR },
    {
      fallback: String(90 * DAY_SECONDS),
      about: 'Seconds for which an API token is valid that states no end.',
    },
  ),
  tokenBasic: flag('SVC_TOKEN_BASIC', {
    fallback: 'false',
    about:
      'Whether API and proxy accept API tokens as passwords of `Authorization: Basic`, for clients that can send nothing else; the user name does not matter. Option `token_basic` does so for one service.',
  }),
  bcryptCost: whole(
    'SVC_BCRYPT_COST',
    { min: 4, max: 16 },
    { fallback: '12', about: 'Cost of password hashes.' },
  ),
  passwordMinLength: whole(
    'SVC_PASSWORD_MIN_LENGTH',
    { min: 1, max: 1024 },
    {
      fallback: '12',
      about: 'Minimum length of a new password, in characters.',
    },
  ),
  userNameMaxLength: whole(
    'SVC_USER_NAME_MAX_LENGTH',
    { min: 1, max: 128 },
    {
      fallback: '64',
      about: 'Maximum length of a user name or group name, in characters.',
    },
  ),
  userNameExtraRegex: pattern('SVC_USER_NAME_EXTRA_REGEX', {
    about:
      'Additional regular expression that new user names must match: RE2 syntax, at most 500 characters, anchored at the start.',
  }),
} as const;

import { databaseProblems } from './database-consistency';
import { type MailValues, mailProblems } from './mail-consistency';
import { networkProblems } from './network-consistency';
import { type RegistrationValues, registrationProblems } from './registration-consistency';
import { type PortalValues, portalProblems } from './portal-consistency';
import { providerProblems } from './provider-consistency';
import type { ProxySettings, Settings } from './typed-settings';

/** Values of manuals, compose files and tutorials; an instance that uses one of them has no secret at all. */
const DOCUMENTED = new Set([
  'qwerty',
  'secret',
  'changeme',
  'change-me',
  'password',
  'admin',
  'example',
  'itzaseekit',
]);
const MIN_SECRET_LENGTH = 32;
const USER_NAME = /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/;
const NAME = /^[A-Za-z0-9]+(?:[ _.-][A-Za-z0-9]+)*$/;
/** Token of RFC 6265, section 4.1.1: what a cookie may be called. */
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const looksDocumented = (value: string): boolean =>
  DOCUMENTED.has(value.toLowerCase()) || /[<>{}]/.test(value);

/** What is wrong between values that are each well formed; those that only the API needs are absent in other processes. */
export function problemsBetween(
  settings: ProxySettings &
    Partial<Pick<Settings, 'adminUser' | 'adminPassword'> & MailValues & RegistrationValues> &
    PortalValues,
): string[] {
  const problems: string[] = [];
  const refuseUnless = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  if (looksDocumented(settings.secret))
    problems.push('SVC_SECRET is a documented example; make one of your own');
  else
    refuseUnless(
      settings.secret.length >= MIN_SECRET_LENGTH,
      `SVC_SECRET is too short: ${MIN_SECRET_LENGTH} characters at least`,
    );
  const { adminUser, adminPassword } = settings;
  if (adminPassword !== undefined) {
    if (looksDocumented(adminPassword)) problems.push('SVC_ADMIN_PASSWORD is a documented example');
    else
      refuseUnless(
        adminPassword.length >= settings.passwordMinLength,
        `SVC_ADMIN_PASSWORD is shorter than ${settings.passwordMinLength} characters`,
      );
  }
  const userNames = [
    ...(adminUser === undefined ? [] : [['SVC_ADMIN_USER', adminUser] as const]),
    ['SVC_ANONYMOUS_USER', settings.anonymousUser] as const,
    ['SVC_LOGGED_USER', settings.loggedUser] as const,
  ];
  for (const [name, value] of userNames) {
    refuseUnless(
      USER_NAME.test(value) && value.length <= settings.userNameMaxLength,
      `${name} must be a user name: lower-case letters and digits, joined by one of _ . -`,
    );
  }
  refuseUnless(
    new Set(userNames.map(([, value]) => value)).size === userNames.length,
    `${userNames
      .map(([name]) => name)
      .join(', ')
      .replace(/, ([^,]*)$/, ' and $1')} must differ`,
  );
  for (const [name, value] of [
    ['SVC_ADMIN_GROUP', settings.adminGroup],
    ['SVC_USERS_GROUP', settings.usersGroup],
  ] as const) {
    refuseUnless(
      NAME.test(value) && value.length <= settings.userNameMaxLength,
      `${name} is not a group name`,
    );
  }
  const groups = [settings.adminGroup, settings.anonymousUser, settings.usersGroup].map((name) =>
    name.toLowerCase(),
  );
  refuseUnless(
    new Set(groups).size === groups.length,
    'SVC_ADMIN_GROUP, SVC_USERS_GROUP and SVC_ANONYMOUS_USER must differ',
  );
  refuseUnless(
    !settings.corsOrigins.includes(new URL(settings.proxyPublicUrl).origin),
    'SVC_CORS_ORIGINS must not contain the origin of SVC_PROXY_PUBLIC_URL: pages of services could use the API as their users',
  );
  refuseUnless(COOKIE_NAME.test(settings.cookieName), 'SVC_COOKIE_NAME is not a cookie name');
  refuseUnless(
    settings.cookieExpire <= settings.sessionMaxAge,
    'SVC_COOKIE_EXPIRE must not exceed SVC_SESSION_MAX_AGE',
  );
  problems.push(
    ...databaseProblems(settings),
    ...mailProblems(settings),
    ...registrationProblems(settings),
    ...portalProblems(settings),
    ...providerProblems(settings),
    ...networkProblems(settings),
  );
  return problems;
}

import { definitions } from './definitions';
import { InvalidSettings, loadProxySettings, loadSettings } from './index';

/** Values of no setting: with control characters, or ends of lines. */
const CONTROL = [...'\u0000\u0001\u0007\b\u000b\u001b\u007f\u0085\u2028\u2029'].map((one) => `a${one}b`);
/** Values that have the form of no number, flag, network, host, address, URL, path of URLs or name. */
const MALFORMED = [
  'zz $%',
  '"quoted"',
  '10.0.0.0/33 /',
  'http://[',
  '/a//b c',
  '{{',
  '<b>',
  '\u202ea',
  '%z;z',
  "';--",
];
const LONG = 'x'.repeat(50_000);

const texts = (...names: string[]) => names.map((name) => `SVC_${name}`);
/** Settings of which every text without control characters is a value, as far as the settings know. */
const TEXTS = new Set([
  ...texts(
    'DATA_DIR',
    'CONTACT',
    'PROXY_HOOKS_FILE',
    'PROXY_UPSTREAM_CA',
    'SMTP_CA',
    'UI_DIR',
    'NETWORK_PEM_FILES',
    'CRON_LOG',
    'PORTAL_USER',
    'PORTAL_PASSWORD',
  ),
  ...texts(
    'IDENTITY_PROVIDERS_CONFIG_PATH',
    'WEBHOOKS_CONFIG_PATH',
    'CONFIG_PATH',
    'CONFIG_DIR',
    'PROVIDERS_CONFIG_PATH',
    'PERMISSIONS_CONFIG_PATH',
    'USER_REGISTRATION_SUBMISSION_EMAIL_TEMPLATE',
  ),
  ...texts('USER_REGISTRATION_APPROVAL_EMAIL_TEMPLATE', 'USER_REGISTRATION_APPROVED_EMAIL_TEMPLATE'),
  ...texts('USER_REGISTRATION_DECLINED_EMAIL_TEMPLATE', 'USER_REGISTRATION_NOTIFY_EMAIL_TEMPLATE'),
  ...texts('USER_REGISTRATION_EMAIL_TAKEN_EMAIL_TEMPLATE', 'GROUP_TERMS_SUBMISSION_EMAIL_TEMPLATE'),
  ...texts('GROUP_TERMS_APPROVED_EMAIL_TEMPLATE', 'USER_EMAIL_CHANGE_CONFIRM_EMAIL_TEMPLATE'),
  ...texts('USER_EMAIL_CHANGE_NOTICE_EMAIL_TEMPLATE', 'USER_PASSWORD_RESET_EMAIL_TEMPLATE'),
  ...texts(
    'USER_PASSWORD_CHANGED_EMAIL_TEMPLATE',
    'USER_NEW_DEVICE_EMAIL_TEMPLATE',
    'USER_IDENTITY_NOTICE_EMAIL_TEMPLATE',
    'USER_TOKEN_CREATED_EMAIL_TEMPLATE',
    'USER_TOKEN_EXPIRY_EMAIL_TEMPLATE',
  ),
  ...texts('SECRET', 'ADMIN_PASSWORD', 'SMTP_USER', 'SMTP_LOGIN', 'SMTP_PASSWORD', 'NETWORK_PEM_PASSWORDS'),
  ...texts(
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'GITHUB_CLIENT_ID',
    'GITHUB_CLIENT_SECRET',
    'WSO2_CLIENT_ID',
  ),
  ...texts('WSO2_CLIENT_SECRET'),
]);
/** Settings with a language of their own, or that are checked together with others. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  SVC_USER_NAME_EXTRA_REGEX: ['[', '(', ')', '*', '+a', '(?', 'a{2,1}', '(?<=a)b', '(a)\\1', '[z-a]'],
};

/** Values with which every setting can be checked alone: what it needs is set. */
const enough: Readonly<Record<string, string>> = {
  SVC_SECRET: 'k'.repeat(40),
  SVC_ADMIN_USER: 'root-admin',
  SVC_ADMIN_PASSWORD: 'a long enough one',
  SVC_SMTP_HOST: 'smtp.example.org',
  SVC_SMTP_FROM: 'gate@example.org',
  SVC_SMTP_PASSWORD: 'a password',
  SVC_PORTAL_HOST: 'portal.example.org',
  SVC_PORTAL_PASSWORD: 'a password',
  SVC_NETWORK_ENABLED: 'true',
  SVC_NETWORK_INSTANCE_NAME: 'here',
  SVC_USER_REGISTRATION_ENABLED: 'true',
  SVC_USER_REGISTRATION_APPROVAL_ENABLED: 'true',
  SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT: 'a@example.org',
  SVC_USER_REGISTRATION_NOTIFY_ENABLED: 'true',
  SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT: 'b@example.org',
  SVC_OIDC_ISSUER: 'https://id.example.org',
  SVC_OIDC_CLIENT_ID: 'gate',
  SVC_GITHUB_CLIENT_ID: 'gate',
  SVC_GITHUB_CLIENT_SECRET: 'a secret',
  SVC_WSO2_HOSTNAME: 'https://wso2.example.org',
  SVC_WSO2_CLIENT_ID: 'gate',
  SVC_WSO2_CLIENT_SECRET: 'a secret',
};

const all = Object.values(definitions);
const wrongOf = (name: string): readonly string[] => OWN[name] ?? (TEXTS.has(name) ? CONTROL : MALFORMED);

/** The lines that an operator gets; throws the error of a program. */
function linesOf(environment: Readonly<Record<string, string>>, load = loadSettings): string[] {
  try {
    load(environment);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    return error.message.split('\n').slice(1);
  }
}

describe('ten wrong values of a setting', () => {
  it('are known of every setting', () => {
    expect(linesOf(enough)).toEqual([]);
    const names = new Set<string>(all.map(({ name }) => name));
    expect([...TEXTS, ...Object.keys(OWN)].filter((name) => !names.has(name))).toEqual([]);
    expect([CONTROL, MALFORMED, ...Object.values(OWN)].map(({ length }) => length)).toEqual([10, 10, 10]);
  });

  it.each(all)('give one line each that names the setting and repeats no value: $name', ({ name }) => {
    for (const value of wrongOf(name)) {
      const lines = linesOf({ ...enough, [name]: value });
      expect([value, lines]).toEqual([value, [expect.stringMatching(new RegExp(`^  - ${name}\\b[^\\n]+$`))]]);
      // Parentheses and asterisks are in sentences, too.
      if (value.length > 2) expect(lines.join()).not.toContain(value);
    }
    // An accepted text is at most useless, and never the error of a program.
    linesOf({ ...enough, [name]: LONG });
  });

  it('of all settings together give one line for each', () => {
    for (let at = 0; at < 10; at++) {
      const environment = Object.fromEntries(all.map(({ name }) => [name, wrongOf(name)[at] ?? '']));
      const readAlone = all.filter(
        ({ name }) => linesOf({ ...enough, ...known(environment, name) }).length > 0,
      );
      expect(readAlone.length).toBe(all.length);
      const lines = linesOf(environment);
      expect(lines.every((line) => /^ {2}- SVC_\w+ [^\n]+$/.test(line))).toBe(true);
      const named = lines.map((line) => /SVC_\w+/.exec(line)?.[0]);
      expect(new Set(named).size).toBe(named.length);
      expect(named.length).toBeGreaterThan(90);
      const proxyLines = linesOf(environment, loadProxySettings as typeof loadSettings);
      expect(proxyLines.filter((line) => !lines.includes(line))).toEqual([]);
    }
  });
});

function known(environment: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return { [name]: environment[name] ?? '' };
}

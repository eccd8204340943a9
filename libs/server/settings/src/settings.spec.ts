import { pathologicalPatterns } from '@gatehouse/conformance';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  InvalidSettings,
  type Settings,
  loadProxySettings,
  loadSettings,
  originWarning,
  unknownSettings,
} from './index';

const enough = {
  SVC_SECRET: 'x'.repeat(40),
  SVC_ADMIN_USER: 'root-admin',
  SVC_ADMIN_PASSWORD: 'a long enough one',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadSettings(environment);
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(loadSettings(enough)).toMatchObject({
      listenHost: '127.0.0.1',
      port: 2001,
      proxyPort: 2002,
      publicUrl: 'http://localhost:2001',
      proxyPublicUrl: 'http://localhost:2002/ows/proxy',
      cookieName: 'auth_tkt',
      cookieSecure: false,
      cookieExpire: 43200,
      bodyLimit: 1024 * 1024,
      adminEmail: 'root-admin@mail.com',
      loggedUser: 'current',
    });
  });

  it('have the names of network mode of another software by a preset, unless they are set', () => {
    const names = ({ networkProvider, networkTokenName, networkGroupName, networkNamePrefix }: Settings) => [
      networkProvider,
      networkTokenName,
      networkGroupName,
      networkNamePrefix,
    ];
    const own = ['gatehouse_network', 'gatehouse_token', 'gatehouse_network', 'gatehouse_network_'];
    const magpie = ['magpie_network', 'magpie_token', 'magpie_network', 'magpie_network_'];
    expect(names(loadSettings(enough))).toEqual(own);
    expect(names(loadSettings({ ...enough, SVC_PRESET: 'none' }))).toEqual(own);
    expect(names(loadSettings({ ...enough, SVC_PRESET: 'magpie' }))).toEqual(magpie);
    expect(loadProxySettings({ ...enough, SVC_PRESET: 'magpie' }).networkTokenName).toBe('magpie_token');
    const mixed = { ...enough, SVC_PRESET: 'Magpie', SVC_NETWORK_TOKEN_NAME: 'token' };
    expect(names(loadSettings(mixed))).toEqual([
      'magpie_network',
      'token',
      'magpie_network',
      'magpie_network_',
    ]);
    expect(problemsOf({ ...enough, SVC_PRESET: 'other' })).toEqual([
      'SVC_PRESET must be one of none, magpie',
    ]);
  });

  it('take the preset from the settings file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'preset-'));
    const path = join(folder, 'settings.ini');
    writeFileSync(path, 'svc.preset = magpie\nsvc.network_provider = nodes\n');
    const settings = loadSettings({ ...enough, SVC_INI_FILE_PATH: path });
    rmSync(folder, { recursive: true });
    expect([settings.networkProvider, settings.networkTokenName]).toEqual(['nodes', 'magpie_token']);
  });

  it('report all problems together', () => {
    const problems = problemsOf({ SVC_PORT: 'many', SVC_UI_ENABLED: 'perhaps', SVC_BODY_LIMIT: '-1' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'SVC_PORT',
      'SVC_BODY_LIMIT',
      'SVC_SECRET',
      'SVC_ADMIN_USER',
      'SVC_ADMIN_PASSWORD',
      'SVC_UI_ENABLED',
    ]);
  });

  it.each([
    'localhost/gatehouse',
    'mysql://localhost/gatehouse',
    'postgresql://gatehouse:50%@localhost/gatehouse',
    'postgresql://localhost:port/gatehouse',
    'postgresql://user:pass:word@/x y%zz',
  ])('refuse the database URL %j together with other problems, and do not repeat it', (url) => {
    const problems = problemsOf({ ...enough, SVC_DB_URL: url, SVC_TRUSTED_PROXIES: 'zz' });
    expect(problems).toEqual([
      expect.stringMatching(/^SVC_DB_URL must /),
      'SVC_TRUSTED_PROXIES must be networks such as 10.0.0.0/8, or addresses',
    ]);
    expect(problems.join()).not.toMatch(/50%@|localhost|pass:word|zz@/);
  });

  it.each([
    'postgresql://user:secret@database:5432/gatehouse',
    'postgres://database/gatehouse?sslmode=require',
    'postgresql://user:pass%40word@/gatehouse?host=/var/run/postgresql',
    'postgresql:///gatehouse?host=/var/run/postgresql',
    'postgresql://[::1]:5433/gatehouse',
  ])('accept the database URL %j', (url) => {
    expect(loadSettings({ ...enough, SVC_DB_URL: url }).databaseUrl).toBe(url);
  });

  it('refuse a direct URL of the database beside no other', () => {
    const url = 'postgresql://user:secret@database/gatehouse';
    expect(problemsOf({ ...enough, SVC_DB_DIRECT_URL: url })).toEqual([
      'SVC_DB_DIRECT_URL needs SVC_DB_URL, which leads to the same database',
    ]);
    const both = loadSettings({ ...enough, SVC_DB_URL: `${url}_pool`, SVC_DB_DIRECT_URL: url });
    expect(both.databaseDirectUrl).toBe(url);
  });

  it('count an empty value as missing', () => {
    expect(problemsOf({ ...enough, SVC_SECRET: '  ' })).toEqual([
      expect.stringContaining('SVC_SECRET is missing'),
    ]);
    expect(loadSettings({ ...enough, SVC_COOKIE_NAME: '' }).cookieName).toBe('auth_tkt');
  });

  it('refuse documented examples and never repeat a secret', () => {
    const problems = problemsOf({ ...enough, SVC_SECRET: 'changeme', SVC_ADMIN_PASSWORD: 'qwerty' });
    expect(problems.join()).toContain('SVC_SECRET is a documented example');
    expect(problems.join()).toContain('SVC_ADMIN_PASSWORD is a documented example');
    expect(problems.join()).not.toMatch(/changeme|qwerty/);
  });

  it('prefer the environment to the settings file, in both spellings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'));
    const path = join(folder, 'svc.ini');
    writeFileSync(path, '[app]\n# a comment\nsvc.cookie_name = from-file\nSVC_PORT = 4000\n');
    const settings = loadSettings({ ...enough, SVC_INI_FILE_PATH: path, SVC_PORT: '5000' });
    rmSync(folder, { recursive: true });
    expect(settings).toMatchObject({
      cookieName: 'from-file',
      port: 5000,
      publicUrl: 'http://localhost:5000',
    });
  });

  it('make the cookie secure when the public URL is https, unless a setting overrides it', () => {
    expect(loadSettings({ ...enough, SVC_URL: 'https://a.example/gate/' })).toMatchObject({
      publicUrl: 'https://a.example/gate',
      cookieSecure: true,
    });
    expect(
      loadSettings({ ...enough, SVC_URL: 'https://a.example', SVC_COOKIE_SECURE: 'no' }).cookieSecure,
    ).toBe(false);
  });

  it.each([
    [{}, 'http://localhost:2002/ows/proxy'],
    [{ SVC_PROXY_PORT: '4000', SVC_PROXY_BASE_PATH: '/gate' }, 'http://localhost:4000/gate/proxy'],
    [{ SVC_URL: 'https://a.example:8443/magpie/' }, 'https://a.example:8443/ows/proxy'],
    [
      { SVC_URL: 'https://a.example/magpie', SVC_PROXY_BASE_PATH: '/twitcher/ows', SVC_PROXY_PORT: '4000' },
      'https://a.example/twitcher/ows/proxy',
    ],
    [
      { SVC_URL: 'https://a.example', SVC_PROXY_PUBLIC_URL: 'https://b.example/data/' },
      'https://b.example/data',
    ],
  ])('%j publish services below %s, for API and proxy alike', (input, proxyPublicUrl) => {
    expect(loadSettings({ ...enough, ...input })).toMatchObject({ proxyPublicUrl });
    expect(loadProxySettings({ ...enough, ...input })).toMatchObject({ proxyPublicUrl });
  });

  it('refuse special names that collide', () => {
    expect(problemsOf({ ...enough, SVC_ANONYMOUS_USER: 'root-admin' })).toEqual([
      expect.stringContaining('must differ'),
    ]);
  });

  it('of the proxy hold no credentials of the administrator and miss none', () => {
    const settings = loadProxySettings({ SVC_SECRET: enough.SVC_SECRET });
    expect(settings).toMatchObject({ proxyPort: 2002, adminGroup: 'administrators' });
    expect(Object.keys(loadProxySettings(enough))).toEqual(Object.keys(settings));
    expect(Object.keys(settings).filter((key) => /^admin(?!Group)/.test(key))).toEqual([]);
  });

  it('of the proxy are checked like those of the API', () => {
    expect(() => loadProxySettings({})).toThrow('SVC_SECRET is missing');
    expect(() => loadProxySettings({ SVC_SECRET: 'changeme' })).toThrow('documented example');
    expect(() => loadProxySettings({ ...enough, SVC_LOGGED_USER: 'anonymous' })).toThrow('must differ');
  });

  it.each([
    ['SVC_PROXY_POLL_INTERVAL', '0.2', 0.2],
    ['SVC_VERIFY_NGINX_ORIGINAL_URI', '/data/', '/data'],
    ['SVC_VERIFY_NGINX_ORIGINAL_URI', '/', ''],
    ['SVC_METRICS_ALLOWED', '10.0.0.0/8 ::1', ['10.0.0.0/8', '::1']],
    ['SVC_PROXY_CORS_ORIGINS', 'https://a.example:8443, *', ['https://a.example:8443', '*']],
    ['SVC_LISTEN_HOST', 'fe80::1', 'fe80::1'],
    ['SVC_LISTEN_HOST', 'node-1.internal', 'node-1.internal'],
    ['SVC_URL', 'https://[2001:db8::1]:8443/gate/', 'https://[2001:db8::1]:8443/gate'],
    ['SVC_URL', 'gate_1.internal:8080', 'http://gate_1.internal:8080'],
    ['SVC_URL', 'https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['SVC_COOKIE_DOMAIN', '.example.org', '.example.org'],
    [
      'SVC_OUTGOING_ALLOWED',
      '10.0.0.0/8, ::1, hooks.internal *.example.org localhost',
      ['10.0.0.0/8', '::1', 'hooks.internal', '*.example.org', 'localhost'],
    ],
  ])('read %s from %j', (name, written, read) => {
    expect(Object.values(loadSettings({ ...enough, [name]: written }))).toContainEqual(read);
  });

  it.each([
    ['SVC_PROXY_POLL_INTERVAL', '0'],
    ['SVC_PROXY_POLL_INTERVAL', '1e1'],
    ['SVC_VERIFY_NGINX_ORIGINAL_URI', 'data'],
    ['SVC_VERIFY_NGINX_ORIGINAL_URI', '//data'],
    ['SVC_VERIFY_NGINX_ORIGINAL_URI', '/a%20b'],
    ['SVC_METRICS_ALLOWED', '10.0.0.0/33'],
    ['SVC_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['SVC_TRUSTED_PROXIES', '10.0.0.0/8 ::1/129'],
    ['SVC_LISTEN_HOST', '999.1.1.1'],
    ['SVC_LISTEN_HOST', 'http://localhost'],
    ['SVC_URL', 'https://gate.example/a\nb'],
    ['SVC_URL', 'https://{{host}}/'],
    ['SVC_COOKIE_DOMAIN', 'example.org; Path=/'],
    ['SVC_COOKIE_DOMAIN', '*.example.org'],
    ['SVC_DEFAULT_PROVIDER', 'the provider'],
    ['SVC_ADMIN_EMAIL', 'root'],
    ['SVC_NETWORK_TOKEN_NAME', 'token=x&y'],
    ['SVC_METRICS_ALLOWED', 'example.org'],
    ['SVC_CORS_ORIGINS', '*'],
    ['SVC_OUTGOING_ALLOWED', '*'],
    ['SVC_OUTGOING_ALLOWED', '10.0.0.0/33'],
    ['SVC_OUTGOING_ALLOWED', '10.0.0'],
    ['SVC_OUTGOING_ALLOWED', 'http://hooks.internal'],
    ['SVC_OUTGOING_ALLOWED', 'hooks.internal:8080'],
    ['SVC_OUTGOING_ALLOWED', 'hooks.*.internal'],
    ['SVC_CORS_ORIGINS', 'null'],
    ['SVC_CORS_ORIGINS', 'https://a.example/'],
    ['SVC_PROXY_CORS_ORIGINS', 'null'],
    ['SVC_PROXY_CORS_ORIGINS', 'https://a.example/'],
    ['SVC_PROXY_CORS_ORIGINS', 'a.example'],
    ['SVC_PROXY_CORS_ORIGINS', 'HTTPS://A.example'],
  ])('refuse %s as %j', (name, written) => {
    expect(problemsOf({ ...enough, [name]: written })).toEqual([expect.stringContaining(`${name} must be`)]);
  });

  it.each([
    [{}, 'http://localhost:2002'],
    [{ SVC_PROXY_PUBLIC_URL: 'https://data.example:443/ows' }, 'https://data.example'],
    [{ SVC_URL: 'https://gate.example/a' }, 'https://gate.example'],
  ])('refuse the origin of services among the CORS origins of the API: %j', (environment, origin) => {
    const listed = { ...enough, ...environment, SVC_CORS_ORIGINS: `https://app.example ${origin}` };
    expect(problemsOf(listed)).toEqual([expect.stringMatching(/^SVC_CORS_ORIGINS must not contain[^\n]*$/)]);
    expect(problemsOf({ ...listed, SVC_CORS_ORIGINS: 'https://app.example' })).toEqual([]);
  });

  it.each([
    [{}, undefined],
    [{ SVC_URL: 'https://gate.example' }, 'https://gate.example'],
    [
      { SVC_URL: 'https://gate.example', SVC_PROXY_PUBLIC_URL: 'https://gate.example:443/d' },
      'https://gate.example',
    ],
    [{ SVC_URL: 'https://gate.example', SVC_PROXY_PUBLIC_URL: 'https://gate.example:8443/d' }, undefined],
    [{ SVC_URL: 'https://gate.example', SVC_PROXY_PUBLIC_URL: 'https://data.example' }, undefined],
  ])('warn if services have the origin of the API: %j', (environment, origin) => {
    const warning = originWarning(loadSettings({ ...enough, ...environment }));
    if (origin === undefined) expect(warning).toBeUndefined();
    else expect(warning).toContain(`the same origin ${origin}:`);
  });

  it.each(pathologicalPatterns().map((one) => [one.name, one] as const))(
    'read a pattern in bounded time that has %s',
    (_name, { pattern, accepted }) => {
      const environment = { ...enough, SVC_USER_NAME_EXTRA_REGEX: pattern };
      if (accepted) expect(loadSettings(environment).userNameExtraRegex?.source).toBe(pattern);
      else
        expect(problemsOf(environment)).toEqual([
          expect.stringMatching(/^SVC_USER_NAME_EXTRA_REGEX must be a /),
        ]);
    },
  );

  it('read the pattern of user names as one that names match from their start', () => {
    const { userNameExtraRegex } = loadSettings({ ...enough, SVC_USER_NAME_EXTRA_REGEX: 'a|ab+' });
    expect(['ab', 'abx', 'b'].map((name) => userNameExtraRegex?.matchStart(name))).toEqual([
      'a',
      'a',
      undefined,
    ]);
  });

  it('report settings that do not exist', () => {
    expect(unknownSettings({ ...enough, SVC_COKIE_NAME: 'x', PATH: '/bin' })).toEqual(['SVC_COKIE_NAME']);
  });
});

describe('settings of mail', () => {
  const mail = { ...enough, SVC_SMTP_HOST: 'smtp.example.org', SVC_SMTP_FROM: 'gate@example.org' };

  it('have the documented defaults', () => {
    expect(loadSettings(mail)).toMatchObject({
      smtpHost: 'smtp.example.org',
      smtpPort: 465,
      smtpSsl: true,
      smtpUser: 'Gatehouse',
      smtpFrom: 'gate@example.org',
      smtpPassword: undefined,
      mailLanguage: 'en',
    });
  });

  it('are not read by the proxy, except whether there is a mail server', () => {
    const keys = Object.keys(loadProxySettings({ ...mail, SVC_SMTP_PASSWORD: 'a password' }));
    expect(keys.filter((key) => /^smtp|^mail|Template$/.test(key))).toEqual(['smtpHost']);
    expect(loadProxySettings({ ...enough, SVC_SMTP_HOST: 'smtp.example.org' }).smtpHost).toBe(
      'smtp.example.org',
    );
  });

  it.each([
    ['a server without an address of the sender', { SVC_SMTP_FROM: '' }, 'SVC_SMTP_FROM is missing'],
    [
      'a sender with a display name',
      { SVC_SMTP_FROM: 'Gate <gate@example.org>' },
      'SVC_SMTP_FROM must be only an email address',
    ],
    [
      'a display name with a line break',
      { SVC_SMTP_USER: 'Gate\r\nBcc: all@example.org' },
      'SVC_SMTP_USER must not have control characters or line breaks',
    ],
    [
      'a display name that changes the direction of text',
      { SVC_SMTP_USER: 'Gate\u202egro' },
      'SVC_SMTP_USER must not have control or format characters',
    ],
    ['a host with a scheme', { SVC_SMTP_HOST: 'smtp://a.example' }, 'SVC_SMTP_HOST must be a host name'],
    ['a login without a password', { SVC_SMTP_LOGIN: 'apikey' }, 'SVC_SMTP_PASSWORD is missing'],
  ])('reject %s', (_, input, problem) => {
    expect(problemsOf({ ...mail, ...input })).toEqual([expect.stringContaining(problem)]);
  });

  it('use the display name as the sender if it is an address and no other is set', () => {
    expect(problemsOf({ ...mail, SVC_SMTP_FROM: '', SVC_SMTP_USER: 'gate@example.org' })).toEqual([]);
  });
});

describe('settings of registration', () => {
  const on = {
    ...enough,
    SVC_SMTP_HOST: 'smtp.example.org',
    SVC_SMTP_FROM: 'gate@example.org',
    SVC_USER_REGISTRATION_ENABLED: 'true',
  };
  const APPROVAL = { SVC_USER_REGISTRATION_APPROVAL_ENABLED: 'true' };
  const NOTIFY = { SVC_USER_REGISTRATION_NOTIFY_ENABLED: 'true' };

  it('are off by default', () => {
    expect(loadSettings(enough)).toMatchObject({ registrationEnabled: false, tokenExpire: 86_400 });
  });

  it('are accepted with a mail server, and are not read by the proxy', () => {
    expect(problemsOf(on)).toEqual([]);
    expect(Object.keys(loadProxySettings(on)).filter((key) => key.startsWith('registration'))).toEqual([]);
  });

  it.each([
    [
      'no mail server',
      { SVC_SMTP_HOST: '' },
      'SVC_SMTP_HOST is missing: SVC_USER_REGISTRATION_ENABLED needs',
    ],
    ['approval without recipient', APPROVAL, 'SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT is missing'],
    ['notification without recipient', NOTIFY, 'SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT is missing'],
    [
      'a recipient that is not an address',
      { ...NOTIFY, SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT: 'a@b.example\r\nBcc: c@d.example' },
      'SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT must not have control characters or line breaks',
    ],
    [
      'a recipient with a name',
      { ...NOTIFY, SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT: 'Ada <a@b.example>' },
      'SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT must be an email address',
    ],
    [
      'registrations that expire before their links',
      { SVC_USER_REGISTRATION_EXPIRE: '3600' },
      'SVC_USER_REGISTRATION_EXPIRE must not be shorter than SVC_TOKEN_EXPIRE',
    ],
  ])('reject %s', (_, input, problem) => {
    expect(problemsOf({ ...on, ...input })).toEqual([expect.stringContaining(problem)]);
  });

  it('need no recipients while registration is off', () => {
    expect(problemsOf({ ...enough, ...APPROVAL, ...NOTIFY })).toEqual([]);
  });
});

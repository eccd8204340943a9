import { loadSettings } from '@gatehouse/settings';
import { UnusableFile } from './files/compose-file';
import { settingsText } from './settings-text';
import { type SettingsTranslation, translateSettings } from './translate';

const ENV_LOCAL = `
# Settings of a platform.
export BIRDHOUSE_FQDN="gate.example.org"
export MAGPIE_SECRET='a secret of the reference'
export MAGPIE_ADMIN_USERNAME=keeper MAGPIE_ADMIN_PASSWORD="the keeper's \\"own\\" \\$word"
export MAGPIE_SMTP_HOST=smtp.example.org # the relay
export MAGPIE_SMTP_FROM="no-reply@\${BIRDHOUSE_FQDN}"
export MAGPIE_USER_REGISTRATION_ENABLED=True
export MAGPIE_PERSIST_DIR='\${BIRDHOUSE_DATA_PERSIST_ROOT}/magpie_persist'
export MAGPIE_NETWORK_PEM_DIR='\${DATA_ROOT}/magpie_pem'
export MAGPIE_NETWORK_PEM_FILES=key.pem:old.pem
export TWITCHER_VERIFY_PATH='$(echo "\${TWITCHER_PROTECTED_PATH}" | sed "s/proxy/verify/")'
export DATA_ROOT=/data
export DELAYED_EVAL="
  $DELAYED_EVAL
  MAGPIE_NETWORK_PEM_DIR
"
export JUPYTERHUB_ADMIN_USERS='{"ada"}'
export MAGPIE_COOKIE_NMAE=typo
. ./another.env
`;

const MAGPIE_INI = `
[app:magpie_app]
use = egg:magpie
pyramid.includes = pyramid_tm
  ziggurat_foundations.ext.pyramid.sign_in
magpie.url = https://gate.example.org/magpie/
magpie.cookie_expire = 3600
magpie.admin_user = keeper
magpie.smtp_port = 465
magpie.network_default_token_expiry = soon
github.client_id =
cache.acl.enabled = true

[server:main]
host = 0.0.0.0
port = 2001

[logger_magpie]
level = WARNING
`;

const TWITCHER_INI = `
[app:main]
use = egg:pyramid_twitcher
twitcher.ows_proxy_protected_path = /ows
twitcher.ows_proxy_ssl_verify = false
twitcher.ows_security = true
magpie.url = https://inside.example.org/magpie

[server:main]
port = 8000
`;

const COMPOSE = `
services:
  magpie:
    environment:
      TWITCHER_PROTECTED_URL: https://\${BIRDHOUSE_FQDN}\${TWITCHER_PROTECTED_PATH:-/twitcher/ows/proxy}
      FORWARDED_ALLOW_IPS: "*"
    volumes:
      - ./providers.cfg:/opt/local/src/magpie/config/providers/providers.cfg:ro
  twitcher:
    environment: [MAGPIE_PROVIDERS_CONFIG_PATH=/opt/birdhouse/src/magpie/config]
`;

const of = (name: string, content: string): SettingsTranslation => translateSettings([{ name, content }]);
const all = (): SettingsTranslation =>
  translateSettings([
    { name: 'magpie.ini', content: MAGPIE_INI },
    { name: 'twitcher.ini', content: TWITCHER_INI },
    { name: 'docker-compose-extra.yml', content: COMPOSE },
    { name: 'env.local', content: ENV_LOCAL },
  ]);
const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name).sort();

describe('the translation of settings', () => {
  it('gives the settings of Gatehouse with their values', () => {
    const { SVC_SECRET, ...settings } = Object.fromEntries(all().settings);
    expect(SVC_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect(settings).toEqual({
      SVC_PRESET: 'magpie',
      SVC_URL: 'https://gate.example.org/magpie',
      SVC_LISTEN_HOST: '0.0.0.0',
      SVC_LOG_LEVEL: 'warn',
      SVC_COOKIE_EXPIRE: '3600',
      SVC_ADMIN_USER: 'keeper',
      SVC_ADMIN_PASSWORD: `the keeper's "own" $word`,
      SVC_SMTP_HOST: 'smtp.example.org',
      SVC_SMTP_FROM: 'no-reply@gate.example.org',
      SVC_USER_REGISTRATION_ENABLED: 'true',
      SVC_NETWORK_PEM_FILES: '/data/magpie_pem/key.pem:/data/magpie_pem/old.pem',
      SVC_PROVIDERS_CONFIG_PATH: '/opt/birdhouse/src/magpie/config',
      SVC_PROXY_PUBLIC_URL: 'https://gate.example.org/twitcher/ows/proxy',
      SVC_PROXY_PORT: '8000',
      SVC_PROXY_UPSTREAM_INSECURE: 'true',
    });
  });

  it('sorts every other name by what has to be done', () => {
    const found = all();
    expect(names(found.byDefault)).toEqual([
      'MAGPIE_SERVER_PORT',
      'MAGPIE_SMTP_PORT',
      'TWITCHER_OWS_PROXY_PROTECTED_PATH',
    ]);
    expect(names(found.unknown)).toEqual(['MAGPIE_COOKIE_NMAE']);
    expect(names(found.withoutCounterpart)).toEqual([
      'CACHE_ACL_ENABLED',
      'MAGPIE_PERSIST_DIR',
      'PYRAMID_INCLUDES',
    ]);
    expect(names(found.decisions)).toEqual([
      'FORWARDED_ALLOW_IPS',
      'MAGPIE_NETWORK_DEFAULT_TOKEN_EXPIRY',
      'MAGPIE_SECRET',
      'MAGPIE_URL',
      'SVC_DB_URL',
      'SVC_PROXY_PUBLIC_URL',
      'TWITCHER_OWS_SECURITY',
      'TWITCHER_VERIFY_PATH',
    ]);
    expect(found.mounts).toEqual([
      { source: './providers.cfg', target: '/opt/local/src/magpie/config/providers/providers.cfg' },
    ]);
    expect(found.notes).toEqual(['env.local, line 20: not executed, no setting.']);
  });

  it('writes a file with which the product starts', () => {
    const text = settingsText(all(), ['env.local']);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const environment = Object.fromEntries(lines.map((line) => line.split(/ = (.*)/s).slice(0, 2)));
    const settings = loadSettings(environment);
    expect(settings).toMatchObject({
      preset: 'magpie',
      networkTokenName: 'magpie_token',
      adminPassword: `the keeper's "own" $word`,
      proxyPort: 8000,
    });
  });

  it('has no value in its report', () => {
    const { settings, ...report } = all();
    const text = JSON.stringify(report);
    for (const name of ['SVC_SECRET', 'SVC_ADMIN_PASSWORD', 'SVC_SMTP_FROM', 'SVC_SMTP_HOST'])
      expect(text).not.toContain(JSON.stringify(settings.get(name)).slice(1, -1));
    expect(text).not.toContain('a secret of the reference');
  });

  it('prefers magpie.ini to the environment, as the reference does, and says so', () => {
    const both = (ini: string): SettingsTranslation =>
      translateSettings([
        { name: 'magpie.env', content: 'MAGPIE_COOKIE_NAME=from_environment' },
        { name: 'magpie.ini', content: `[app:magpie_app]\nmagpie.cookie_name = ${ini}` },
      ]);
    expect(both('from_file').settings.get('SVC_COOKIE_NAME')).toBe('from_file');
    expect(both('from_file').decisions).toContainEqual(
      expect.objectContaining({
        name: 'MAGPIE_COOKIE_NAME',
        remark: expect.stringContaining('another value'),
      }),
    );
    expect(both('').settings.has('SVC_COOKIE_NAME')).toBe(false);
    expect(both('').decisions).toContainEqual(
      expect.objectContaining({ name: 'MAGPIE_COOKIE_NAME', remark: expect.stringContaining('to nothing') }),
    );
  });

  it('never makes the database of the reference that of Gatehouse', () => {
    const found = of(
      'postgres.env',
      'MAGPIE_DB_URL=postgresql://u:p@h/magpie\nPOSTGRES_PASSWORD=secret word',
    );
    expect(found.settings.has('SVC_DB_URL')).toBe(false);
    expect(names(found.decisions)).toEqual(
      expect.arrayContaining(['MAGPIE_DB_URL', 'POSTGRES_PASSWORD', 'SVC_DB_URL']),
    );
  });

  it.each([
    ['a command', 'export MAGPIE_COOKIE_NAME="$(hostname)"'],
    ['an operation on a variable', 'export MAGPIE_COOKIE_NAME="${MAGPIE_URL#http}"'],
    ['an unset variable', 'export MAGPIE_COOKIE_NAME=$ELSEWHERE'],
    ['a dollar that may be text', 'MAGPIE_URL=https://a.example\nMAGPIE_COOKIE_NAME=a$MAGPIE_URL'],
  ])('asks for a decision where a value has %s', (_what, content) => {
    const found = of('env.local', content);
    expect(found.settings.has('SVC_COOKIE_NAME')).toBe(false);
    expect(names(found.decisions)).toContain('MAGPIE_COOKIE_NAME');
  });

  it('reads lines of .env files as they are written', () => {
    const password = 'pa$$ #1 `tick` "quoted" ${';
    const found = of('magpie.env', `MAGPIE_ADMIN_PASSWORD=${password}\nMAGPIE_SMTP_USER=The Platform`);
    // `${` without an end is text; a blank before # begins a comment.
    expect(found.settings.get('SVC_ADMIN_PASSWORD')).toBe('pa$$');
    expect(found.settings.get('SVC_SMTP_USER')).toBe('The Platform');
    expect(of('magpie.env', "MAGPIE_ADMIN_PASSWORD='pa$$ #1 `x`'").settings.get('SVC_ADMIN_PASSWORD')).toBe(
      'pa$$ #1 `x`',
    );
  });

  it('reports what the start would refuse, without the value', () => {
    const found = of('magpie.env', 'MAGPIE_ADMIN_USER=admin\nMAGPIE_ADMIN_PASSWORD=qwerty');
    expect(found.decisions).toContainEqual({
      name: 'SVC_ADMIN_PASSWORD',
      to: 'SVC_ADMIN_PASSWORD',
      file: null,
      remark: 'SVC_ADMIN_PASSWORD is a documented example.',
    });
  });

  it('reports what is missing in sentences with one full stop', () => {
    const [remark] = of('magpie.env', 'MAGPIE_ADMIN_PASSWORD=a password of its own')
      .decisions.filter(({ name }) => name === 'SVC_ADMIN_USER')
      .map((row) => row.remark);
    expect(remark).toMatch(/^SVC_ADMIN_USER is missing: .*[^.]\.$/);
  });

  it('refuses files of another kind', () => {
    expect(() => of('providers.yml', 'providers: {}')).toThrow(UnusableFile);
    expect(() => of('a.yml', 'a: [')).toThrow(UnusableFile);
  });
});

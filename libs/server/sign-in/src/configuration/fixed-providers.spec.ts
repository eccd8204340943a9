import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutgoingTargets } from '@gatehouse/outgoing';
import { loadSettings } from '@gatehouse/settings';
import { readAllowedProvider } from '../provider-registry';
import { type FixedProviders, fixedProviders } from './fixed-providers';

describe('identity providers of the settings and of the file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function start(environment: Record<string, string>, file?: string): FixedProviders {
    const path = join(folder, 'providers.yml');
    if (file !== undefined) writeFileSync(path, file);
    const settings = loadSettings({
      SVC_SECRET: 'a secret for tests that is long enough',
      SVC_ADMIN_USER: 'chief',
      SVC_ADMIN_PASSWORD: 'the chief signs in',
      ...(file === undefined ? {} : { SVC_IDENTITY_PROVIDERS_CONFIG_PATH: path }),
      ...environment,
    });
    const targets = new OutgoingTargets(settings.outgoingAllowed);
    return fixedProviders(settings, environment, (input) => readAllowedProvider(input, { targets }));
  }
  const names = ({ providers }: FixedProviders): unknown[] => providers.map(({ input }) => input['name']);

  it('are used together, in order', () => {
    const { providers, ...rest } = start(
      {
        SVC_OIDC_NAME: 'Campus',
        SVC_OIDC_ISSUER: 'https://login.example.org',
        SVC_OIDC_CLIENT_ID: 'gatehouse',
        SVC_OPENID_PROVIDERS: 'dkrz, ceda',
        LAB_SECRET: 'from the environment',
      },
      'identity_providers: [{preset: github, client_id: x, client_secret: "${LAB_SECRET}"}]',
    );
    expect(names({ providers, ...rest })).toEqual(['campus', 'dkrz', 'ceda', 'github']);
    expect(providers.at(-1)?.input['client_secret']).toBe('from the environment');
  });

  it.each([
    ['a file that does not exist', { SVC_IDENTITY_PROVIDERS_CONFIG_PATH: '/nowhere/providers.yml' }],
    ['none', {}],
  ])('are none with %s', (_, environment) => {
    expect(start(environment).providers).toEqual([]);
  });

  it.each([
    ['a client id without an issuer', { SVC_OIDC_CLIENT_ID: 'x' }, 'SVC_OIDC_ISSUER is missing'],
    [
      'an issuer without a client id',
      { SVC_OIDC_ISSUER: 'https://a.example' },
      'SVC_OIDC_CLIENT_ID is missing',
    ],
    ['a secret without a client id', { SVC_OIDC_CLIENT_SECRET: 'x' }, 'SVC_OIDC_CLIENT_ID is missing'],
    ['GitHub without a secret', { SVC_GITHUB_CLIENT_ID: 'x' }, 'SVC_GITHUB_CLIENT_SECRET is missing'],
    ['an issuer that is not a URL', { SVC_OIDC_ISSUER: 'login', SVC_OIDC_CLIENT_ID: 'x' }, 'SVC_OIDC_ISSUER'],
    [
      'an issuer with a private address',
      { SVC_OIDC_ISSUER: 'https://10.0.0.1', SVC_OIDC_CLIENT_ID: 'x' },
      'settings, oidc: ',
    ],
    [
      'the name of the internal provider',
      { SVC_OIDC_NAME: 'Gatehouse', SVC_OIDC_ISSUER: 'https://a.example', SVC_OIDC_CLIENT_ID: 'x' },
      'SVC_OIDC_NAME',
    ],
    ['an unknown OpenID 2.0 provider', { SVC_OPENID_PROVIDERS: 'nowhere' }, 'settings, nowhere: '],
    ['a preset of another protocol as OpenID 2.0', { SVC_OPENID_PROVIDERS: 'github' }, 'settings, github: '],
    [
      'an OpenID 2.0 provider twice',
      { SVC_OPENID_PROVIDERS: 'dkrz,dkrz' },
      'A provider with this name exists.',
    ],
  ])('prevent the start with %s', (_, environment, message) => {
    expect(() => start(environment as unknown as Record<string, string>)).toThrow(message);
  });

  it.each([
    ['no YAML', '{', 'providers.yml:1:2: Not valid YAML or JSON'],
    ['another section', 'identity_providers: {a: 1}', 'must be a list'],
    ['a list', '[]', 'an object with sections'],
    ['an entry that is not an object', 'identity_providers: [x]', 'providers.yml:1:22, ?: '],
    ['an unknown field', 'identity_providers: [{preset: github, secret: canary}]', 'Found: secret.'],
    ['a missing client', 'identity_providers: [{preset: github}]', 'providers.yml:1:22, github: '],
    [
      'a secret that is not a text',
      'identity_providers: [{preset: github, client_id: x, client_secret: 5}]',
      'providers.yml:1:22, github: ',
    ],
    [
      'a secret whose variable is not set',
      'identity_providers: [{preset: github, client_id: x, client_secret: "${UNSET_CANARY}"}]',
      'providers.yml:1:22, github: client_secret of an identity provider must be a value, and its environment variable is not set.',
    ],
    [
      'the name of the internal provider',
      'identity_providers: [{preset: openid, name: gatehouse}]',
      'A provider with this name exists.',
    ],
    [
      'a private address',
      'identity_providers: [{name: n, protocol: openid2, identifier_url: "https://10.0.0.1/{username}"}]',
      'providers.yml:1:22, n: ',
    ],
  ])('prevent the start with a file that has %s, and its values are not repeated', (_, file, message) => {
    expect(() => start({}, file)).toThrow(message);
    expect(() => start({}, file)).not.toThrow(/canary/i);
  });

  it('report all problems together', () => {
    const file = 'identity_providers: [{preset: github}, {preset: keycloak, client_id: x}]';
    expect(() => start({ SVC_OPENID_PROVIDERS: 'nowhere' }, file)).toThrow(/nowhere[^]*github[^]*keycloak/);
  });
});

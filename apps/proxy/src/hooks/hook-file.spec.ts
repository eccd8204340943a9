import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathologicalPatterns } from '@gatehouse/conformance';
import { patternEngine } from '@gatehouse/patterns';
import { serviceOptionsProblems, storedHooks } from '@gatehouse/proxy-options';
import { InvalidHookFile, hooksByService, readHookFile, readHooks } from './hook-file';

const folder = mkdtempSync(join(tmpdir(), 'hook-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

function parsedFile(text: string) {
  const path = join(folder, 'hooks');
  writeFileSync(path, text);
  return hooksByService(readHookFile(path, patternEngine), patternEngine);
}

describe('a file of hooks', () => {
  /** Lists that each hold the one before ten times. */
  const bomb = Array.from({ length: 9 }, (_, index) => {
    const name = (at: number) => String.fromCharCode(97 + at);
    return `${name(index + 1)}: &${name(index + 1)} [${Array(10)
      .fill(`*${name(index)}`)
      .join(', ')}]\n`;
  }).join('');
  const problemsOf = (text: string): readonly string[] => {
    try {
      parsedFile(text);
      return [];
    } catch (error) {
      if (!(error instanceof InvalidHookFile)) throw error;
      return error.problems;
    }
  };

  it.each([
    [
      'YAML',
      'rivers:\n  - on: request\n    when: { path: /a }\n    do: [{ remove_header: X-A }]\nlakes: []\n',
    ],
    ['JSON', '{"rivers":[{"on":"request","when":{"path":"/a"},"do":[{"remove_header":"X-A"}]}],"lakes":[]}'],
  ])('may be %s', (_format, text) => {
    const hooks = parsedFile(text);
    expect([...hooks.keys()]).toEqual(['rivers', 'lakes']);
    expect(hooks.get('rivers')).toMatchObject([
      { on: 'request', actions: [{ kind: 'remove_header', name: 'x-a' }] },
    ]);
  });

  it('reports all its errors together', () => {
    const text = 'a:\n  - on: never\n    do: [{ remove_header: Host }]\nb: {}\n';
    expect(problemsOf(text).map((problem) => problem.split(':')[0])).toEqual([
      'a.0.on',
      'a.0.do.0.remove_header',
      'b',
    ]);
  });

  it.each([
    ['a list', '- a'],
    ['empty', ''],
    ['neither YAML nor JSON', 'a: ['],
    ['ambiguous', 'a: []\na: []\n'],
    ['made to grow when it is read', `a: &a [1, 1, 1]\n${bomb}`],
  ])('cannot be %s', (_what, text) => {
    expect(problemsOf(text)).toHaveLength(1);
  });

  it.each(pathologicalPatterns().map((one) => [one.name, one] as const))(
    'is read in bounded time with %s',
    (_name, { pattern, accepted }) => {
      const hooks = [{ on: 'request', when: { path: pattern }, do: [{ remove_header: 'X-A' }] }];
      const problems = problemsOf(JSON.stringify({ a: hooks }));
      if (accepted) expect(problems).toEqual([]);
      else expect(problems).toEqual([expect.stringMatching(/^a\.0\.when\.path: expected a /)]);
    },
  );

  it('must exist, and the error of a missing file does not disclose its path', () => {
    expect(() => readHookFile(join(folder, 'none'), patternEngine)).toThrow(
      /^The hooks of SVC_PROXY_HOOKS_FILE cannot be used:\n {2}- the file cannot be read$/,
    );
  });
});

describe('the hooks of configuration files', () => {
  const NONE = {
    configPath: undefined,
    configDir: undefined,
    servicesConfigPath: undefined,
    permissionsConfigPath: undefined,
    webhooksConfigPath: undefined,
    providersConfigPath: undefined,
    proxyHooksFile: undefined,
  };
  const hooksOf = (files: Readonly<Record<string, string>>, hooksFile?: string) => {
    const configPath = mkdtempSync(join(folder, 'configuration-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(configPath, name), text);
    const proxyHooksFile = hooksFile === undefined ? undefined : join(folder, 'of-proxy');
    if (proxyHooksFile !== undefined) writeFileSync(proxyHooksFile, String(hooksFile));
    const settings = { ...NONE, configPath, proxyHooksFile };
    return hooksByService(readHooks(settings, { KEY: 'secret' }, patternEngine), patternEngine);
  };
  const HOOKS = '[{ on: request, do: [{ set_header: { X-Key: "secret" } }] }]';

  it('are used beside those of the file of hooks, with the variables of the environment', () => {
    const hooks = hooksOf(
      {
        'a.yml': `proxy_hooks: { rivers: ${HOOKS.replace('secret', '${KEY}')} }`,
        'b.yml': `proxy_hooks:\n  on: ${HOOKS}\nusers: []`,
      },
      `lakes: ${HOOKS}`,
    );
    expect([...hooks.keys()].sort()).toEqual(['lakes', 'on', 'rivers']);
    expect(JSON.stringify(hooks.get('rivers'))).toEqual(JSON.stringify(hooks.get('lakes')));
    expect(hooks.get('on')).toHaveLength(1);
  });

  it('are none without a section', () => {
    expect(hooksOf({ 'a.yml': 'groups: []' }).size).toBe(0);
    expect(hooksOf({}).size).toBe(0);
    expect(readHooks(NONE, {}, patternEngine)).toEqual([]);
  });

  it.each<[string, Record<string, string>, string | undefined, RegExp]>([
    [
      'twice',
      { 'a.yml': `proxy_hooks: { a: ${HOOKS} }`, 'b.yml': `proxy_hooks: { a: ${HOOKS} }` },
      undefined,
      /b\.yml:1: a: the service has hooks elsewhere already/,
    ],
    [
      'in both places',
      { 'a.yml': `proxy_hooks: { a: ${HOOKS} }` },
      `a: ${HOOKS}`,
      /a\.yml:1: a: the service has hooks elsewhere/,
    ],
    [
      'that are invalid',
      { 'a.yml': 'proxy_hooks:\n  a: [{ on: never, do: [] }]' },
      undefined,
      /a\.yml:2: a\.0\.on: expected/,
    ],
    [
      'with a variable that is not set',
      { 'a.yml': `proxy_hooks: { a: ${HOOKS.replace('secret', '${UNSET}')} }` },
      undefined,
      /a\.yml:1: a\.0\.do\.0\.set_header\.X-Key: expected a template/,
    ],
    ['that are no list', { 'a.yml': 'proxy_hooks: { a: null }' }, undefined, /a\.yml:1: a: expected/],
    [
      'in a section of another form',
      { 'a.yml': 'proxy_hooks: []' },
      undefined,
      /proxy_hooks must be an object/,
    ],
    ['in a file that cannot be parsed', { 'a.yml': 'proxy_hooks: [' }, undefined, /Not valid YAML or JSON/],
  ])('prevent the start of the proxy %s', (_what, files, hooksFile, message) => {
    expect(() => hooksOf(files, hooksFile)).toThrow(message);
  });
});

describe('the examples of the documentation', () => {
  const page = readFileSync(join(process.cwd(), 'docs/hooks.md'), 'utf8');
  const blocks = [...page.matchAll(/```(yaml|json)\n([^]*?)```/g)];

  it('are all checked', () => {
    expect(blocks.length).toBeGreaterThan(4);
  });

  it.each(blocks.map(([, language = '', text = ''], index) => [index + 1, language, text] as const))(
    'are valid, number %i in %s',
    (_number, language, text) => {
      if (language === 'yaml') {
        expect([...parsedFile(text).values()].flat()).not.toHaveLength(0);
        return;
      }
      const { proxy } = JSON.parse(text) as { readonly proxy: unknown };
      expect(serviceOptionsProblems(proxy, patternEngine)).toEqual([]);
      expect(storedHooks(proxy, patternEngine).hooks).not.toHaveLength(0);
    },
  );
});

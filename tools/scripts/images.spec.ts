import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '../..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The value of an expression with what a module of the check exports. */
async function evaluate<T>(module: string, expression: string): Promise<T> {
  const script = `import * as module from './${module}.mjs'; process.stderr.write(JSON.stringify(${expression}));`;
  const { stderr } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return JSON.parse(stderr) as T;
}

describe('the check of the images reads the Dockerfile and', () => {
  const read = <T>(name: string, text: string) =>
    evaluate<T>('images/dockerfile', `module.${name}(${JSON.stringify(text)})`);

  it('finds its base, and the stages from which files are copied', async () => {
    const text = await readFile(join(root, 'docker/Dockerfile'), 'utf8');
    expect(await read('baseOf', text)).toEqual({
      image: expect.stringMatching(/^node:\d+\.\d+\.\d+-bookworm-slim$/),
      node: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      suite: 'bookworm',
    });
    expect(await read('copiedStagesOf', text)).toEqual(['build', 'dependencies']);
  });

  it.each([
    ['a stage on another image', 'FROM node:24.1.0-bookworm-slim AS one\nFROM nginx:1.28.0 AS two\n'],
    ['a version that is left open', 'FROM node:24-bookworm-slim AS one\n'],
  ])('fails for %s', async (_what, text) => {
    await expect(read('baseOf', text)).rejects.toThrow('No base can be made for');
  });
});

describe('the check of the images reads a compose file and', () => {
  const read = <T>(text: string, variables: object = {}, expression = '') =>
    evaluate<T>(
      'images/compose',
      `module.readCompose(${JSON.stringify(text)}, '/d/docker/compose.yaml', ${JSON.stringify(variables)})${expression}`,
    );
  const FRONT = 'networks:\n  front:\n    ipam:\n      config:\n        - subnet: 10.1.2.0/24\n';
  const withService = (lines: string) =>
    `services:\n  one:\n    image: one:1.0.0\n${lines.replaceAll(/^/gm, '    ')}\n${FRONT}`;

  it('starts each service after those that it depends on', async () => {
    const text = await readFile(join(root, 'docker/compose.yaml'), 'utf8');
    const example = await readFile(join(root, 'docker/example.env'), 'utf8');
    const variables = await evaluate<Record<string, string>>(
      'images/compose',
      `module.variablesOf(${JSON.stringify(example)}, () => 'secret')`,
    );
    expect(variables).toMatchObject({ PUBLIC_URL: 'http://localhost:8080', SVC_SECRET: 'secret' });
    const names = await read<string[]>(text, variables, '.services.map(({ name }) => name)');
    const after = (one: string, other: string) =>
      expect(names.indexOf(one)).toBeGreaterThan(names.indexOf(other));
    after('api', 'database');
    after('proxy', 'api');
    after('nginx', 'proxy');
  });

  it('fills in variables and their defaults', async () => {
    const text = withService('environment:\n  A: ${GIVEN:?needed}/x\n  B: ${OTHER:-default}/y');
    expect(await read(text, { GIVEN: 'value' }, '.services[0].environment')).toEqual({
      A: 'value/x',
      B: 'default/y',
    });
  });

  it('fails for a variable that the example lacks', async () => {
    await expect(read(withService('environment:\n  A: ${GIVEN:?it is needed}'))).rejects.toThrow(
      'it is needed',
    );
  });

  it('reads restrictions, files, ports and health checks', async () => {
    const text = withService(
      "read_only: true\ncap_drop: [ALL]\nvolumes: ['./a.conf:/etc/a.conf:ro', 'data:/data']\nports: ['127.0.0.1:80:80']\n" +
        "healthcheck: { test: ['CMD', 'true'], interval: 5s, timeout: 500ms, start_period: 1m, retries: 2 }",
    );
    expect(await read(text, {}, '.services[0]')).toMatchObject({
      isReadOnly: true,
      dropsCapabilities: true,
      hasNoNewPrivileges: false,
      volumes: [
        { source: '/d/docker/a.conf', target: '/etc/a.conf', isNamed: false, isReadOnly: true },
        { source: 'data', target: '/data', isNamed: true, isReadOnly: false },
      ],
      ports: [{ host: '127.0.0.1', port: 80 }],
      health: { test: ['true'], interval: 5000, timeout: 500, startPeriod: 60_000, retries: 2 },
      stopMs: 10_000,
    });
  });

  it.each([
    ['keys that it would ignore', 'privileged: true', 'does not know privileged of one'],
    ['a port that has another number outside', "ports: ['127.0.0.1:81:80']", 'not 127.0.0.1:81:80'],
    [
      'a service that does not exist',
      'depends_on: { two: { condition: service_healthy } }',
      'does not exist',
    ],
    ['other conditions', 'depends_on: { two: { condition: service_started } }', 'service_started of two'],
  ])('fails for %s', async (_what, line, message) => {
    await expect(read(withService(line))).rejects.toThrow(message);
  });
});

describe('the check of what an image contains', () => {
  const LOCK = {
    packages: {
      '': {},
      'node_modules/express': {},
      'node_modules/express/node_modules/debug': {},
      'node_modules/@angular/core': {},
      'node_modules/jest': { dev: true },
    },
  };
  /** Of an image without complaints. */
  const FILES = [
    'etc/passwd',
    'app/dist/libs/names/src/index.js',
    'app/dist/apps/proxy/src/main.js',
    'app/node_modules/express/package.json',
    'app/node_modules/express/node_modules/debug/package.json',
  ];

  async function complaints(
    files: string[],
    change?: () => Promise<unknown>,
    links: Record<string, string> = {},
  ): Promise<string[]> {
    const [image, base] = [join(folder, 'image'), join(folder, 'base')];
    const all = [...files.map((file) => join(image, file)), join(base, 'etc/passwd')];
    for (const file of all) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, '', { mode: 0o644 });
      await utimes(file, 1, 1);
    }
    await change?.();
    return evaluate(
      'images/contents',
      `module.complaintsAbout(${JSON.stringify(image)}, ${JSON.stringify(base)}, ${JSON.stringify(LOCK)}, ['dist/apps/proxy', 'dist/apps/cli/package'], ${JSON.stringify(links)})`,
    );
  }

  it('accepts runtime files and the packages that they need', async () => {
    expect(await complaints(FILES)).toEqual([]);
  });

  describe('with a link to the command line', () => {
    const PROGRAM = 'app/dist/apps/cli/package/gatehouse.cjs';
    const files = [...FILES, PROGRAM, 'app/dist/apps/cli/package/man/gatehouse-send_email.1'];
    const links = { 'usr/local/bin/gatehouse': `/${PROGRAM}` };
    const complaint = [`usr/local/bin/gatehouse is no link to the program /${PROGRAM}`];
    const link = async (target: string, mode: number) => {
      await mkdir(join(folder, 'image/usr/local/bin'), { recursive: true });
      await symlink(target, join(folder, 'image/usr/local/bin/gatehouse'));
      await chmod(join(folder, 'image', PROGRAM), mode);
    };

    it('accepts the link to a program', async () => {
      expect(await complaints(files, () => link(`/${PROGRAM}`, 0o755), links)).toEqual([]);
    });

    it.each([
      ['leads elsewhere', '/tmp/gatehouse', 0o755],
      ['leads to what is no program', `/${PROGRAM}`, 0o644],
    ])('reports a link that %s', async (_what, target, mode) => {
      expect(await complaints(files, () => link(target, mode), links)).toEqual(complaint);
    });

    it('reports a missing link', async () => {
      expect(await complaints(files, undefined, links)).toEqual(complaint);
    });
  });

  it.each([
    ['sources', 'app/dist/apps/proxy/src/main.ts', 'is not a runtime file'],
    ['source maps, which contain sources', 'app/dist/apps/proxy/src/main.js.map', 'is not a runtime file'],
    ['tests', 'app/dist/libs/names/src/testing/names.js', 'belongs to the tests'],
    ['another application', 'app/dist/apps/api/src/main.js', 'is not a runtime file'],
    ['files of the checkout', 'app/package-lock.json', 'is not a runtime file'],
    ['the repository', 'app/.git/HEAD', 'is not a runtime file'],
    ['settings of npm', 'app/.npmrc', 'is not a runtime file'],
    ['settings of npm of the user who built it', 'root/.npmrc', 'is not of the base and not in /app'],
    ['caches', 'home/node/.cache/nx/file', 'is not of the base and not in /app'],
    ['packages for development', 'app/node_modules/jest/package.json', 'is not needed at run time'],
    ['frameworks of the console', 'app/node_modules/@angular/core/package.json', 'is not needed at run time'],
  ])('reports %s', async (_what, file, complaint) => {
    const path = file.replace(/^app\//, '').replace(/(node_modules\/.*)\/package\.json$/, '$1');
    expect(await complaints([...FILES, file])).toEqual([`${path} ${complaint}`]);
  });

  it('reports files of the base that have changed', async () => {
    const found = await complaints(FILES, () => writeFile(join(folder, 'image/etc/passwd'), 'changed'));
    expect(found).toEqual(['etc/passwd is not of the base and not in /app']);
  });

  it('reports programs that the user of the image can change', async () => {
    const [, , main = ''] = FILES;
    const found = await complaints(FILES, () => chmod(join(folder, 'image', main), 0o666));
    expect(found).toEqual(['dist/apps/proxy/src/main.js can be changed by the user of the image']);
  });

  it('reports missing packages', async () => {
    expect(await complaints(FILES.slice(0, -1))).toEqual([
      'node_modules/express/node_modules/debug is missing',
    ]);
  });
});

describe('the npm settings of the build', () => {
  const npmrc = (settings: object, environment: object = {}) =>
    evaluate<{ cafile?: string; text: string }>(
      'images/npm-settings',
      `module.npmrcOf(${JSON.stringify(settings)}, ${JSON.stringify(environment)})`,
    );

  it('are none where npm has its defaults', async () => {
    expect(await npmrc({ registry: 'https://registry.npmjs.org/' })).toEqual({ text: '' });
  });

  it('are those of the user, with values of the environment, and those of the machine', async () => {
    const userconfig = join(folder, 'npmrc');
    await writeFile(userconfig, '//npm.test/:_authToken=${TOKEN}\ncafile=/elsewhere\n');
    const settings = {
      userconfig,
      registry: 'https://npm.test/',
      cafile: userconfig,
      proxy: 'http://proxy.test',
    };
    const { cafile, text } = await npmrc(settings, { TOKEN: 'abc' });
    expect(cafile).toBe(userconfig);
    expect(text.trim().split('\n')).toEqual([
      '//npm.test/:_authToken=abc',
      'cafile=/elsewhere',
      expect.stringMatching(/^cafile=\/usr\/local\//),
      'proxy=http://proxy.test',
      'registry=https://npm.test/',
    ]);
  });
});

describe('the outcome of the check of the images', () => {
  const outcome = (results: object[], problem?: string) =>
    evaluate(
      'images',
      `module.outcomeOf(${JSON.stringify(results.map((result) => JSON.stringify(result)).join('\n'))}, ${JSON.stringify(problem)})`,
    );

  it('counts its checks', async () => {
    const results = [
      { name: 'one', passed: true },
      { name: 'two', passed: false },
    ];
    expect(await outcome(results, 'exit code 1')).toEqual({ passed: 1, failed: 1 });
  });

  it('is a failure where it ended before its last check', async () => {
    expect(await outcome([{ name: 'one', passed: true }], 'SIGKILL')).toEqual({ passed: 1, failed: 1 });
    expect(await outcome([], undefined)).toEqual({ passed: 0, failed: 1 });
  });

  it('is no failure where nothing could be built', async () => {
    expect(await outcome([{ notRun: 'there is no buildah' }])).toEqual({
      passed: 0,
      failed: 0,
      notRun: 'there is no buildah',
    });
  });
});

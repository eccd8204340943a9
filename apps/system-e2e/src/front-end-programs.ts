import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificate, ServerProgram } from '@gatehouse/testing';

/** The ports of a front end, and of what is behind it. */
export interface FrontEndPorts {
  readonly own: number;
  readonly api: number;
  readonly proxy: number;
}

/** How a front end is started with its documented configuration. */
export interface FrontEnd {
  /** The program, as in tools/scripts/peers.mjs. */
  readonly name: string;
  /** Below docs/front-ends. */
  readonly file: string;
  /** The file in `folder` that it writes when it is ready, for one that opens its port twice. */
  readonly readyFile?: string;
  /** Writes what surrounds the configuration to `folder`, and returns the command that starts it. */
  command(configuration: string, folder: string): Promise<readonly string[]>;
}

const DOCUMENTED = join(__dirname, '../../../docs/front-ends');
const MODULES = '/usr/lib/apache2/modules';

/** nginx is documented without TLS, as it is often behind another server. */
const nginx: FrontEnd = {
  name: 'nginx',
  file: 'nginx.conf',
  async command(configuration, folder) {
    const tls = `ssl;\n    ssl_certificate ${folder}/certificate.pem;\n    ssl_certificate_key ${folder}/key.pem;`;
    const secured = configuration.replace(/^( +listen 127\.0\.0\.1:\d+);/gm, `$1 ${tls}`);
    await writeFile(join(folder, 'documented.conf'), secured);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const around = [
      'daemon off;',
      'master_process off;',
      `pid ${folder}/nginx.pid;`,
      'events {}',
      'http {',
      '  access_log off;',
      '  add_header Strict-Transport-Security "max-age=31536000" always;',
      ...temporary.map((kind) => `  ${kind}_temp_path ${folder}/${kind};`),
      '  include documented.conf;',
      '}\n',
    ];
    await writeFile(join(folder, 'nginx.conf'), around.join('\n'));
    return ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  },
};

const haproxy: FrontEnd = {
  name: 'haproxy',
  file: 'haproxy.cfg',
  async command(configuration, folder) {
    await mkdir(join(folder, 'certificates'));
    const [certificate, key] = await Promise.all(
      ['certificate.pem', 'key.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    await writeFile(join(folder, 'certificates/both.pem'), `${certificate}\n${key}`);
    const own = replaced(configuration, '/etc/haproxy/certificates/', join(folder, 'certificates'));
    await writeFile(join(folder, 'haproxy.cfg'), own);
    return ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')];
  },
};

const apache: FrontEnd = {
  name: 'apache2',
  file: 'apache.conf',
  readyFile: 'apache.pid',
  async command(configuration, folder) {
    const modules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'socache_shmcb', 'ssl'];
    const around = [
      `ServerRoot ${folder}`,
      `PidFile ${folder}/apache.pid`,
      `DefaultRuntimeDir ${folder}`,
      'ServerName localhost',
      `ErrorLog ${folder}/error.log`,
      // Root starts it as the account that Debian has for it.
      ...(process.geteuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
      ...modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
      `Include ${folder}/documented.conf\n`,
    ];
    await writeFile(join(folder, 'documented.conf'), replaced(configuration, '/etc/ssl/gatehouse', folder));
    await writeFile(join(folder, 'apache.conf'), around.join('\n'));
    return ['apache2', '-d', folder, '-f', join(folder, 'apache.conf'), '-D', 'FOREGROUND'];
  },
};

const caddy: FrontEnd = {
  name: 'caddy',
  file: 'Caddyfile',
  async command(configuration, folder) {
    // No port for redirects, and no certificates of its own: it would ask for them.
    const around = '{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n';
    const own = replaced(configuration, '/etc/ssl/gatehouse', folder);
    await writeFile(join(folder, 'Caddyfile'), `${around}${own}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
};

export const FRONT_ENDS: readonly FrontEnd[] = [nginx, haproxy, apache, caddy];

/** A front end that runs. */
export interface RunningFrontEnd {
  stop(): Promise<void>;
}

/** Starts a front end on loopback with the documented configuration, in which ports and files of the examples are replaced. */
export async function startFrontEnd(
  frontEnd: FrontEnd,
  ports: FrontEndPorts,
  { cert, key }: Certificate,
): Promise<RunningFrontEnd> {
  const folder = await mkdtemp(join(tmpdir(), `gatehouse-${frontEnd.name}-`));
  await writeFile(join(folder, 'certificate.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  const documented = await readFile(join(DOCUMENTED, frontEnd.file), 'utf8');
  const examples = {
    2001: ports.api,
    2002: ports.proxy,
    [documented.includes(':8443') ? 8443 : 8088]: ports.own,
  };
  const configuration = Object.entries(examples).reduce(
    (text, [example, port]) => replaced(text, `:${example}`, `:${port}`),
    documented,
  );
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const command = await frontEnd.command(configuration, folder);
    const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const isReady = () => frontEnd.readyFile === undefined || existsSync(join(folder, frontEnd.readyFile));
    const program = await ServerProgram.start(command, ports.own, { environment: home, isReady });
    return { stop: () => program.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

function replaced(text: string, example: string, own: string): string {
  if (!text.includes(example)) throw new Error(`the documented configuration does not use ${example}`);
  return text.replaceAll(example, own);
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProgram } from '@gatehouse/testing';

/** nginx on loopback. */
export interface RunningNginx {
  stop(): Promise<void>;
}

/** Starts nginx with the given content of its http { } block, which listens on `port`. */
export async function startNginx(http: string, port: number): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const configuration = [
    'daemon off;',
    'master_process off;',
    `pid ${folder}/nginx.pid;`,
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
    http,
    '}\n',
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration.join('\n'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const program = await ServerProgram.start(['nginx', '-p', folder, '-c', file, '-e', 'stderr'], port);
    return { stop: () => program.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Replaces ports of an example, each of which has to occur. */
export function withPorts(text: string, ports: Readonly<Record<number, number>>): string {
  return Object.entries(ports).reduce((replaced, [example, port]) => {
    if (!replaced.includes(`:${example}`)) throw new Error(`the configuration does not use port ${example}`);
    return replaced.replaceAll(`:${example}`, `:${port}`);
  }, text);
}

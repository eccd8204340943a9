import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** A server of git repositories next to the proxy. */
export interface GitServer {
  readonly url: string;
  /** Method, path and `Authorization` of the requests that have reached it. */
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly authorization: string | undefined;
  }[];
  stop(): Promise<void>;
}

/** Starts one with a repository of one commit at each path, such as `public/model.git`. */
export async function startGitServer(...repositories: readonly string[]): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-git-'));
  const env = { PATH: process.env['PATH'], HOME: root, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1' };
  const git = async (folder: string, ...args: readonly string[]): Promise<void> => {
    const child = spawn('git', ['-C', folder, ...args], { env, stdio: 'ignore' });
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}`);
  };
  for (const path of repositories) {
    const folder = join(root, path);
    await mkdir(folder, { recursive: true });
    await git(folder, 'init', '--bare', '--quiet', '--initial-branch=main');
    await git(folder, 'config', 'http.receivepack', 'true');
    const work = join(root, 'work');
    await git(root, 'clone', '--quiet', folder, work);
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    await git(work, ...author, 'commit', '--quiet', '--allow-empty', '--message', 'the first commit');
    await git(work, 'push', '--quiet', 'origin', 'HEAD:main');
    await rm(work, { recursive: true });
  }
  const requests: GitServer['requests'] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '/', headers } = request;
    requests.push({ method, path: url, authorization: headers.authorization });
    serve(request, response, { ...env, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1' });
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: async () => {
      await closeServer(server);
      await rm(root, { recursive: true });
    },
  };
}

/** Answers a request with the CGI program of git. */
function serve(
  request: IncomingMessage,
  response: ServerResponse,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const { method, headers } = request;
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      REQUEST_METHOD: method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      // Pushing is allowed to all who reach the server.
      REMOTE_USER: 'proxy',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf('\r\n\r\n');
    let status = 200;
    for (const line of output.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(/: */, 2);
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status).end(output.subarray(end + 4));
  });
}

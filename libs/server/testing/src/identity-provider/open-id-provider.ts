import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** A client of {@link OpenIdProvider}, with the names of OpenID Connect Dynamic Client Registration 1.0. */
interface OpenIdClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uris: readonly string[];
  readonly [metadata: string]: unknown;
}

export interface OpenIdProviderOptions {
  readonly clients: readonly OpenIdClient[];
  /** Claims of users by subject. */
  readonly users: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * `oidc-provider` on loopback, as a separate process. Users sign in by the login hint of the
 * request, or by a form with their name.
 */
export class OpenIdProvider {
  private constructor(
    readonly issuer: string,
    private readonly child: ChildProcessByStdio<Writable, Readable, Readable>,
  ) {}

  static async start(options: OpenIdProviderOptions): Promise<OpenIdProvider> {
    const child = spawn(process.execPath, [join(__dirname, 'server.mjs'), JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const issuer = await Promise.race([
      once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()),
      once(child, 'exit').then(() => {
        throw new Error(`the OpenID provider did not start: ${errors}`);
      }),
    ]);
    return new OpenIdProvider(issuer, child);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.stdin.end();
    await ended;
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, type Socket, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a connection is cut: before the server gets a statement, or before its client gets the answer. */
export type Cut = 'before the statement' | 'before the answer';

const SOCKET = '.s.PGSQL.5432';

/** Stands between an application and its PostgreSQL, at unix sockets, and cuts a connection at a given statement. */
export class DatabaseRelay {
  private cut: { readonly statement: string; readonly where: Cut; readonly after: string } | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly folder: string,
    private readonly server: Server,
    /** The URL of the database through the relay. */
    readonly url: string,
  ) {}

  /** A relay before the database of a URL, whose host is the folder of a unix socket. */
  static async open(databaseUrl: string): Promise<DatabaseRelay> {
    const url = new URL(databaseUrl.replace('@/', '@socket/'));
    const target = join(url.searchParams.get('host') ?? '', SOCKET);
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-relay-'));
    url.searchParams.set('host', folder);
    const server = createServer();
    const relay = new DatabaseRelay(folder, server, url.href.replace('@socket/', '@/'));
    server.on('connection', (client) => relay.join(client, createConnection(target)));
    await new Promise<void>((resolve) => server.listen(join(folder, SOCKET), resolve));
    return relay;
  }

  /**
   * Cuts the connection on which the next statement comes that contains a text.
   *
   * @param after a text of an earlier statement on that connection: jobs have transactions of their own
   */
  cutAt(statement: string, where: Cut, after = ''): void {
    this.cut = { statement, where, after };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
    await rm(this.folder, { recursive: true, force: true });
  }

  private join(client: Socket, database: Socket): void {
    let isCut = false;
    let reached: typeof this.cut;
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (this.cut && bytes.includes(this.cut.after)) reached = this.cut;
      if (this.cut && reached === this.cut && bytes.includes(this.cut.statement)) {
        const { where } = this.cut;
        this.cut = undefined;
        if (where === 'before the statement') return void client.destroy();
        isCut = true;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (isCut) client.destroy();
      else client.write(bytes);
    });
  }
}

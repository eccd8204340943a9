import { createServer, type Server } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** A server with one THREDDS catalog, as the source of a synchronization. */
export class CatalogServer {
  private paths: readonly string[] | undefined = [];

  private constructor(
    private readonly server: Server,
    /** The private URL of a service of type `thredds`. */
    readonly address: string,
  ) {
    server.on('request', (request, response) => {
      if (!this.paths) return void response.writeHead(503).end();
      if (request.url !== '/thredds/catalog.xml') return void response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': 'application/xml' }).end(catalogOf(this.paths));
    });
  }

  static async start(): Promise<CatalogServer> {
    const server = createServer();
    return new CatalogServer(server, `http://127.0.0.1:${await listenOnLoopback(server)}/thredds`);
  }

  /** It has files with these paths from now on. */
  has(...paths: readonly string[]): void {
    this.paths = paths;
  }

  /** It answers 503 from now on. */
  fails(): void {
    this.paths = undefined;
  }

  close(): Promise<void> {
    return closeServer(this.server);
  }
}

function catalogOf(paths: readonly string[]): string {
  const datasets = paths.map((path) => `<dataset name="${path.toUpperCase()}" urlPath="${path}"/>`);
  return `<catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0">${datasets.join('')}</catalog>`;
}

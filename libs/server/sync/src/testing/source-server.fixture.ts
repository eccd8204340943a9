import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** What a server replies at a path: a document, or a handler. */
type Reply = string | RequestListener;

/** A real server whose documents tests set; it notes what it was asked for. */
export class SourceServer {
  readonly documents = new Map<string, Reply>();
  readonly received: { readonly url: string; readonly authorization: string | undefined }[] = [];
  private readonly server = createServer((request, response) => {
    this.received.push({ url: request.url ?? '', authorization: request.headers.authorization });
    const reply = this.documents.get(request.url ?? '') ?? this.documents.get(pathOf(request));
    if (reply === undefined) response.writeHead(404).end();
    else if (typeof reply === 'function') reply(request, response);
    else response.writeHead(200, { 'content-type': typeOf(reply) }).end(reply);
  });
  url = '';

  async start(): Promise<this> {
    this.url = `http://127.0.0.1:${await listenOnLoopback(this.server)}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await closeServer(this.server);
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/, '');
}

function typeOf(document: string): string {
  return document.startsWith('<') ? 'application/xml' : 'application/json';
}

/**
 * A catalog as TDS 5 writes it. Sources: Unidata/thredds `cdm/src/main/java/thredds/client/catalog/writer/CatalogXmlWriter.java`, whose
 * successor is in Unidata/tds.
 */
export function catalog(content: string, services = SERVICES): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" xmlns:xlink="http://www.w3.org/1999/xlink" name="THREDDS" version="1.2">
${services}
${content}
</catalog>`;
}

const SERVICES = `  <service name="all" serviceType="Compound" base="">
    <service name="dap" serviceType="OpenDAP" base="/thredds/dodsC/" />
    <service name="http" serviceType="HTTPServer" base="/thredds/fileServer/" />
  </service>
  <service name="latest" serviceType="Resolver" base="" />`;

export function reference(href: string, title: string, id = title): string {
  return `  <catalogRef xlink:href="${href}" xlink:title="${title}" ID="${id}" name="" />`;
}

/** The same of TDS 4 for the folder of a `datasetScan`, in which properties tell where it comes from. */
export function scanReference(href: string, title: string): string {
  return `  <catalogRef xlink:href="${href}" xlink:title="${title}" ID="${title}" name=""><serviceName>all</serviceName><property name="DatasetScan" value="true" /></catalogRef>`;
}

export function dataset(name: string, urlPath: string): string {
  return `  <dataset name="${name}" ID="${urlPath}" urlPath="${urlPath}"><dataSize units="Kbytes">1.5</dataSize><date type="modified">2026-01-01T00:00:00Z</date></dataset>`;
}

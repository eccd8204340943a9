// What a proxy on node:http and undici costs without deciding anything: the baseline of the bench.
import { createServer } from 'node:http';
import { Pool } from 'undici';

const pool = new Pool(process.argv[3] ?? '', { connections: 64, pipelining: 1 });

/** One request: headers copied as they are, bodies streamed at the pace of the slower side. */
class Pipe {
  constructor(response) {
    this.response = response;
  }
  onRequestStart(controller) {
    this.controller = controller;
  }
  onResponseStart(controller, status) {
    const headers = [];
    for (const part of controller.rawHeaders) headers.push(part.toString('latin1'));
    this.response.writeHead(status, headers);
  }
  onResponseData(controller, chunk) {
    if (this.response.write(chunk)) return;
    controller.pause();
    this.response.once('drain', () => controller.resume());
  }
  onResponseEnd() {
    this.response.end();
  }
  onResponseError(_controller, error) {
    this.response.destroy(error);
  }
}

createServer((request, response) => {
  const hasBody =
    request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  pool.dispatch(
    {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: request.rawHeaders.filter(
        (_, index) => !/^(?:host|connection)$/i.test(request.rawHeaders[index - (index % 2)] ?? ''),
      ),
      body: hasBody ? request : null,
    },
    new Pipe(response),
  );
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));

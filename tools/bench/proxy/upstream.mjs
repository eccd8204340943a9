// The service behind the proxies of the bench: 17 bytes, 32 KiB, or a stream of as many bytes as the path states.
import { createServer } from 'node:http';

const SMALL = Buffer.from('{"answer":"here"}');
const LARGE = Buffer.alloc(32 * 1024, 'x');
const PIECE = Buffer.alloc(64 * 1024, 'y');

createServer((request, response) => {
  const [, kind, size] = (request.url ?? '').split('/').slice(-3);
  if (kind === 'stream') {
    let left = Number(size);
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': left });
    const send = () => {
      while (left > 0) {
        const piece = left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
        left -= piece.length;
        if (!response.write(piece)) {
          response.once('drain', send);
          return;
        }
      }
      response.end();
    };
    send();
    return;
  }
  const body = request.url?.endsWith('/large') ? LARGE : SMALL;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));

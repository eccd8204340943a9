// A minimal verify server that allows everything: nginx calls it in the benchmark, and ours is compared with it.
import { createServer } from 'node:http';

const BODY = Buffer.from('{"description": "Access to service is allowed.", "access": true}');

createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': BODY.length });
  response.end(BODY);
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));

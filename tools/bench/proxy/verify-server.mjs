// The least that a verify server can do: yes to everything. What nginx asks in the bench, and what ours is compared with.
import { createServer } from 'node:http';

const BODY = Buffer.from('{"description": "Access to service is allowed.", "access": true}');

createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': BODY.length });
  response.end(BODY);
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));

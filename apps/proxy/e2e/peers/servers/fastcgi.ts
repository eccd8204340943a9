import { connect } from 'node:net';

/** The output of a responder: a CGI response with its header fields. */
export interface FastCgiReply {
  readonly output: Buffer;
  readonly errors: string;
}

const BEGIN_REQUEST = 1;
const PARAMS = 4;
const STDIN = 5;
const STDOUT = 6;
const STDERR = 7;
const END_REQUEST = 3;
const RESPONDER = 1;
const HEADER_BYTES = 8;
const MAX_BYTES = 0xfff8;

/**
 * Runs one request on a FastCGI responder over a separate connection. Fails if the connection breaks before the end
 * of the request. Source: FastCGI Specification 1.0, sections 3 to 6.
 */
export function askFastCgi(
  socketPath: string,
  parameters: ReadonlyMap<string, string>,
  body: Buffer,
): Promise<FastCgiReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let held: Buffer = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the responder has closed the connection')));
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      for (;;) {
        if (held.length < HEADER_BYTES) return;
        const [type, length] = [held.readUInt8(1), held.readUInt16BE(4)];
        const end = HEADER_BYTES + length + held.readUInt8(6);
        if (held.length < end) return;
        const content = held.subarray(HEADER_BYTES, HEADER_BYTES + length);
        if (type === STDOUT) output.push(content);
        if (type === STDERR) errors.push(content);
        if (type === END_REQUEST) {
          resolve({ output: Buffer.concat(output), errors: Buffer.concat(errors).toString() });
          socket.destroy();
          return;
        }
        held = held.subarray(end);
      }
    });
    socket.write(
      Buffer.concat([
        record(BEGIN_REQUEST, Buffer.from([0, RESPONDER, 0, 0, 0, 0, 0, 0])),
        ...stream(PARAMS, Buffer.concat([...parameters].flatMap(nameValuePair))),
        ...stream(STDIN, body),
      ]),
    );
  });
}

function record(type: number, content: Buffer): Buffer {
  const header = Buffer.from([1, type, 0, 1, content.length >> 8, content.length & 0xff, 0, 0]);
  return Buffer.concat([header, content]);
}

/** The records of a stream; an empty one ends it. */
function stream(type: number, content: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let from = 0; from < content.length; from += MAX_BYTES)
    records.push(record(type, content.subarray(from, from + MAX_BYTES)));
  return [...records, record(type, Buffer.alloc(0))];
}

function nameValuePair([name, value]: readonly [string, string]): Buffer[] {
  const texts = [Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1')];
  return [...texts.map(({ length }) => lengthOf(length)), ...texts];
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((length | 0x80000000) >>> 0);
  return bytes;
}

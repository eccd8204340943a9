import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, problem } from '@gatehouse/problems';
import { LatestResponses } from './latest-responses';

/** A request that is refused before there is a request: what Node's parser could not read, and CONNECT. */
export interface UnreadableRequest {
  /** Its text is sent in English: no header requests another language. */
  readonly problem: Problem;
  /** The method as far as it could be read; empty otherwise. */
  readonly method: string;
  /** The beginning of the raw path of a target that is too long, without query; empty if it was not read. */
  readonly path: string;
  /** Address of the peer, which may be a front end. */
  readonly address: string;
}

/** An answer in the format of the server that gives it. */
export interface WrittenAnswer {
  /** Without `Content-Length` and `Connection`, which are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export type AnswerWriter = (request: UnreadableRequest) => WrittenAnswer;

type ParserError = Error & {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
};

const METHOD = /^[\w!#$%&'*+.^`|~-]{1,32}(?= )/;
/** A request line that is not complete: method, blank, part of the target. */
const OPEN_REQUEST_LINE = /^[A-Z-]{1,32} \S*$/;

/** Milliseconds for which a refused connection is kept for its client to read the answer while it is still sending. */
const LINGER_MS = 2_000;

/**
 * Answers, instead of Node's bare status lines, for requests that its parser refuses. The connection ends with the
 * answer. Where the reply could be mistaken for that of another request on the same connection, the connection ends without one.
 */
export function answerUnreadable(
  server: Server,
  write: AnswerWriter,
  latest = new LatestResponses(server),
): void {
  const refused = new WeakSet<object>();
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // The parser reports everything after its first error as another error.
    if (refused.has(socket)) return;
    refused.add(socket);
    const unreadable = problemOf(error, server);
    const response = latest.of(socket);
    if (!unreadable || !socket.writable || (response && !isAnswerable(response))) {
      socket.destroy();
      return;
    }
    send(
      socket,
      {
        problem: unreadable,
        method: methodIn(error),
        path: unreadable.status === 414 ? pathIn(error) : '',
        address: socket.remoteAddress ?? '',
      },
      write,
    );
    // Work for the broken request must be notified that its client has disconnected.
    if (response && !response.writableFinished) socket.destroySoon();
  });
}

/** Refuses CONNECT, which requests a tunnel to another host. */
export function refuseConnect(server: Server, write: AnswerWriter): void {
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume();
    const refusal: UnreadableRequest = {
      problem: problem('method_not_allowed'),
      method: request.method ?? '',
      path: '',
      address: socket.remoteAddress ?? '',
    };
    send(socket, refusal, write);
  });
}

/** No request is in progress, or only the malformed one with the error in its body, and no reply was sent yet. */
function isAnswerable(response: ServerResponse): boolean {
  return response.writableFinished || (!response.headersSent && !response.req.complete);
}

function send(socket: Socket, request: UnreadableRequest, write: AnswerWriter): void {
  const { headers, text } = write(request);
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(text)), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = request.method === 'HEAD' ? '' : text;
  socket.end(
    `HTTP/1.1 ${request.problem.status} ${STATUS_CODES[request.problem.status]}\r\n${lines.join('')}\r\n${body}`,
  );
  // If closed immediately, bytes in transit would reset the connection before the reply is read.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

function problemOf(error: ParserError, server: Server): Problem | undefined {
  switch (error.code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined;
    case 'HPE_HEADER_OVERFLOW':
      return problem(isInTarget(error) ? 'url_too_long' : 'headers_too_large', { maximum: limitOf(server) });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return problem('chunk_extensions_too_large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem('request_too_slow');
    case 'HPE_INVALID_METHOD':
      return problem(methodIn(error) === '' ? 'malformed_request' : 'unknown_method');
    case 'HPE_INVALID_VERSION':
    case 'HPE_PAUSED_H2_UPGRADE':
      return problem('unsupported_version');
    default:
      return problem('malformed_request');
  }
}

/** Bytes that a server reads of a request line and headers. Node stores the option where its types do not declare it. */
function limitOf(server: Server): number {
  const limit: unknown = Reflect.get(server, 'maxHeaderSize');
  return typeof limit === 'number' && limit > 0 ? limit : DEFAULT_LIMIT;
}

/** Node's own default. */
const DEFAULT_LIMIT = 16 * 1024;

/**
 * Whether the parser was in the request line when there was too much. It shows only the packet it was in, which the
 * request line mostly began in; otherwise the line is known by its end.
 */
function isInTarget(error: ParserError): boolean {
  const { line, rest } = brokenLine(error);
  return OPEN_REQUEST_LINE.test(line) || (/^\S*$/.test(line) && /^ HTTP\/1\.\d\r?\n/.test(rest));
}

/** The method of a request whose first line the error is in, or whose head begins the packet. */
function methodIn(error: ParserError): string {
  const { line, rest, packet } = brokenLine(error);
  if (error.code === 'HPE_INVALID_METHOD') return METHOD.exec(line + rest)?.[0] ?? '';
  return /^([A-Z-]{1,32}) \S/.exec(OPEN_REQUEST_LINE.test(line) ? line : packet)?.[1] ?? '';
}

/** The path in a request line that the error is in; its end is missing if the path itself is too long. */
function pathIn(error: ParserError): string {
  const { line, rest } = brokenLine(error);
  const [, path = ''] = /^[A-Z-]{1,32} (\/[^\s?#]*)/.exec(line + rest) ?? [];
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
}

/** Most characters of a path that a reply repeats. */
const MAX_PATH_LENGTH = 1_000;

interface BrokenLine {
  /** The line that the error is in, up to the error. */
  readonly line: string;
  /** What follows the error. */
  readonly rest: string;
  readonly packet: string;
}

function brokenLine({ rawPacket, bytesParsed = 0 }: ParserError): BrokenLine {
  const packet = rawPacket?.toString('latin1') ?? '';
  const start = bytesParsed === 0 ? 0 : packet.lastIndexOf('\n', bytesParsed - 1) + 1;
  return { line: packet.slice(start, bytesParsed), rest: packet.slice(bytesParsed), packet };
}

import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';

/** A CONNECT that a proxy has received. */
export interface Opened {
  /** `host:port` */
  readonly target: string;
  /** `Proxy-Authorization`. */
  readonly credentials: string | undefined;
  /** What the client sent through it, as far as it arrived. */
  readonly sent: Buffer[];
}

/** What a proxy does with a CONNECT: forwards it, answers it with a status, never answers, or closes before or after its answer. */
type Behaviour = 'forward' | 'hang' | 'cut' | 'cut after 200' | number;

/** An HTTP proxy at the loopback interface that forwards every target to one port there, and misbehaves on request. */
export class ConnectProxy {
  readonly opened: Opened[] = [];
  /** Requests other than CONNECT, which are refused. */
  readonly others: string[] = [];
  behaviour: Behaviour = 'forward';
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {}

  static async start(targetPort: number): Promise<ConnectProxy> {
    const server = createServer();
    const proxy = new ConnectProxy(server, targetPort);
    server.on('connection', (socket) => {
      proxy.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => proxy.sockets.delete(socket));
    });
    server.on('request', (request, response) => {
      proxy.others.push(`${request.method} ${request.url}`);
      response.writeHead(405).end();
    });
    server.on('connect', (request: IncomingMessage, socket: Socket) => proxy.open(request, socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Its clients that are connected. */
  get connections(): number {
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private open(request: IncomingMessage, socket: Socket): void {
    const credentials = request.headers['proxy-authorization'];
    const opened = { target: request.url ?? '', credentials, sent: [] as Buffer[] };
    this.opened.push(opened);
    socket.on('error', () => undefined);
    if (typeof this.behaviour === 'number') {
      socket.end(
        `HTTP/1.1 ${this.behaviour} Refused\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n`,
      );
    } else if (this.behaviour === 'cut') socket.destroy();
    else if (this.behaviour === 'cut after 200')
      socket.end('HTTP/1.1 200 Connected\r\n\r\n', () => socket.destroy());
    else if (this.behaviour === 'forward') this.forward(socket, opened.sent);
    // Otherwise the end of the client would not be noticed.
    else socket.resume().on('end', () => socket.destroy());
  }

  private forward(socket: Socket, sent: Buffer[]): void {
    const target = connect(this.targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.on('data', (chunk: Buffer) => sent.push(chunk));
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
  }
}

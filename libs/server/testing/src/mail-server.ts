import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ParsedMail } from 'mailparser';
import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Certificate } from './certificate';

/** A mail that the server has accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether it was received over TLS. */
  readonly isSecure: boolean;
  /** The login name of the client, if it has logged in. */
  readonly login: string | undefined;
  /** As received, with header. */
  readonly raw: string;
  readonly parsed: ParsedMail;
}

/** How the server behaves; by default it accepts all mails in clear text from any sender. */
export interface MailServerOptions {
  /** With a certificate it offers STARTTLS, or requires TLS from the start (`implicit`). */
  readonly certificate?: Certificate;
  readonly implicit?: boolean;
  /** The password of every login; without it the server offers no login. */
  readonly password?: string;
  /** A reply other than 250 to a recipient: the code and text. Called for each RCPT TO. */
  readonly onRecipient?: (address: string) => readonly [number, string] | undefined;
  /** The same for the content, and for the sender. */
  readonly onContent?: () => readonly [number, string] | undefined;
  readonly onSender?: () => readonly [number, string] | undefined;
}

/** A mail server on loopback that keeps what it receives. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  private readonly events = new EventEmitter();

  private constructor(
    private readonly server: SMTPServer,
    private readonly options: MailServerOptions,
  ) {}

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    // Loaded here: most test files start no mail server, and these packages take a third of a second to load.
    const { SMTPServer } = await import('smtp-server');
    // eslint-disable-next-line prefer-const -- the handlers of the server need the object that has the server
    let own: MailServer;
    const server = new SMTPServer({
      ...protocolOf(options),
      onAuth: ({ password, username }, _, done) =>
        password === options.password
          ? done(null, { user: username })
          : done(replyOf([535, 'authentication failed'])),
      onMailFrom: (_, __, done) => done(replyOf(options.onSender?.())),
      onRcptTo: ({ address }, _, done) => done(replyOf(options.onRecipient?.(address))),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void own.accept(Buffer.concat(chunks), session, done));
      },
    });
    // Clients that do not trust the certificate end the connection.
    server.on('error', () => undefined);
    own = new MailServer(server, options);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return own;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Settings with which mails are sent to this server. */
  get environment(): Record<string, string> {
    return {
      SVC_SMTP_HOST: '127.0.0.1',
      SVC_SMTP_PORT: String(this.port),
      SVC_SMTP_SSL: String(this.options.implicit ?? false),
      SVC_SMTP_FROM: 'gate@example.org',
    };
  }

  /** The first mail that matches, once it has arrived. */
  async mail(matches: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
    for (;;) {
      const found = this.received.find(matches);
      if (found) return found;
      await once(this.events, 'mail');
    }
  }

  /** The first mail to an address whose subject matches. */
  async mailTo(address: string, subject = /./): Promise<ReceivedMail> {
    return this.mail(({ to, parsed }) => to.includes(address) && subject.test(parsed.subject ?? ''));
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private async accept(
    raw: Buffer,
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): Promise<void> {
    const refused = replyOf(this.options.onContent?.());
    if (refused) return done(refused);
    const { mailFrom, rcptTo } = session.envelope;
    const { simpleParser } = await import('mailparser');
    this.received.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      isSecure: session.secure,
      login: session.user,
      raw: raw.toString('utf8'),
      parsed: await simpleParser(raw),
    });
    done();
    this.events.emit('mail');
  }
}

function protocolOf({ certificate, implicit, password }: MailServerOptions): SMTPServerOptions {
  const disabledCommands = [
    ...(certificate === undefined || implicit ? ['STARTTLS'] : []),
    ...(password === undefined ? ['AUTH'] : []),
  ];
  return {
    ...certificate,
    secure: implicit ?? false,
    disabledCommands,
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
  };
}

function replyOf(reply: readonly [number, string] | undefined): Error | null {
  return reply === undefined ? null : Object.assign(new Error(reply[1]), { responseCode: reply[0] });
}

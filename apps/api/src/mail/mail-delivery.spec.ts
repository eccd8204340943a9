import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MailerService } from '@nestjs-modules/mailer';
import { type LogFields, type Logger, silentLogger } from '@gatehouse/logging';
import { MAIL_LOCALES, MailQueue, type Mail, createMailRenderer, mailTransports } from '@gatehouse/mail';
import { type MessageHandler, PermanentFailure } from '@gatehouse/outbox';
import { type Settings, loadSettings } from '@gatehouse/settings';
import { MailServer, type MailServerOptions, selfSigned } from '@gatehouse/testing';
import { MailDelivery } from './mail-delivery';

const ID = '0d9b27ea-7a3f-4b61-9d1e-0c1f5f0e9a11';
const LINK = '7e6cf3e4-2d1b-4a8c-9b53-6a0cf2f2a001';

const mail: Mail = {
  template: 'password_reset',
  to: 'jo@example.org',
  locale: 'en',
  user: { user_name: 'jo', email: 'jo@example.org', id: 7 },
  variables: { expires_in: 3_600 },
  links: { reset_url: LINK },
};

const user = mail.user;
const links = { confirm_url: 'confirm', approve_url: 'approve', decline_url: 'decline' };
const expires_in = 86_400;
const pages = {
  pending_url: 'https://data.example.org/gate/register/users/jo',
  display_url: 'https://data.example.org/gate/ui/users/jo',
};
const about = { to: 'jo@example.org', locale: 'en', user } as const;
const { confirm_url, approve_url, decline_url } = links;

const ALL_MAILS: readonly Mail[] = [
  mail,
  {
    ...about,
    template: 'registration_submission',
    variables: { approval_required: true, expires_in },
    links: { confirm_url },
  },
  {
    ...about,
    template: 'registration_approval',
    variables: { ...pages, expires_in },
    links: { approve_url, decline_url },
  },
  { ...about, template: 'registration_approved', variables: { approval_required: false }, links: {} },
  { ...about, template: 'registration_declined', variables: {}, links: {} },
  { ...about, template: 'registration_notify', variables: { display_url: pages.display_url }, links: {} },
  { ...about, template: 'registration_email_taken', variables: {}, links: {} },
  {
    ...about,
    template: 'group_terms_submission',
    variables: {
      group_name: 'théâtre',
      group_terms: 'Première ligne\n.\n..\nœuvre '.repeat(200),
      expires_in,
    },
    links: { confirm_url },
  },
  { ...about, template: 'group_terms_approved', variables: { group_name: '地理' }, links: {} },
  {
    ...about,
    template: 'email_change_confirm',
    variables: { new_email: 'new@example.org', expires_in },
    links: { confirm_url },
  },
  {
    ...about,
    template: 'email_change_notice',
    variables: { new_email: 'new@example.org', completed: false },
    links: {},
  },
  {
    ...about,
    template: 'password_changed',
    variables: { linked_identities: '', kept_tokens: '' },
    links: {},
  },
  {
    ...about,
    template: 'new_device',
    variables: { device: 'Firefox on Linux', address: '2001:db8::1' },
    links: {},
  },
  {
    ...about,
    template: 'token_created',
    variables: {
      token_name: 'nightly download',
      account_name: 'harvester',
      author_name: 'anna',
      expires: '2027-02-25 08:00',
      restricted: true,
      administrator: false,
      service_account: true,
    },
    links: {},
  },
  {
    ...about,
    template: 'token_expiry',
    variables: {
      token_name: 'téléchargement',
      account_name: 'anna',
      expires: '2027-02-25 08:00',
      service_account: false,
    },
    links: {},
  },
  {
    ...about,
    template: 'identity_notice',
    variables: { provider: 'Institute', external_name: 'https://op.example.org/openid/anna', linked: true },
    links: {},
  },
];

const settingsWith = (environment: Record<string, string>): Settings =>
  loadSettings({
    SVC_SECRET: 'a secret for tests that is long enough',
    SVC_ADMIN_USER: 'chief',
    SVC_ADMIN_PASSWORD: 'the chief signs in',
    SVC_URL: 'https://data.example.org/gate',
    // More than a busy machine needs.
    SVC_SMTP_TIMEOUT: '20',
    ...environment,
  });

/** The delivery with settings, and what it logs; a payload is what the queue would have added to the outbox. */
function deliveryWith(environment: Record<string, string>) {
  const settings = settingsWith(environment);
  const logged: (LogFields & { message: string })[] = [];
  const note = (fields: LogFields, message: string): void => void logged.push({ ...fields, message });
  const logger: Logger = { ...silentLogger, info: note, warn: note, error: note };
  const handlers: MessageHandler[] = [];
  const mailer = new MailerService(mailTransports(settings), undefined as never);
  const worker = { handle: (_: string, handler: MessageHandler) => void handlers.push(handler) };
  const links = { addressOf: (id: string) => `https://data.example.org/gate/tmp/token-of-${id}` };
  new MailDelivery(mailer, createMailRenderer(settings), links, worker, settings, logger).onModuleInit();
  const deliver = async (payload: object): Promise<void> =>
    handlers[0]?.({ id: ID, payload: { ...payload }, attempt: 1, isLastAttempt: false });
  const send = async (each: Mail = mail): Promise<void> => {
    const payloads: object[] = [];
    const outbox = { add: async (message: { payload: object }) => String(payloads.push(message.payload)) };
    await new MailQueue(outbox, settings, logger).send(each);
    // As the database returns it.
    for (const payload of payloads) await deliver(JSON.parse(JSON.stringify(payload)));
  };
  return { send, deliver, logged };
}

const open: { close(): Promise<void> }[] = [];
async function serverWith(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await MailServer.start(options);
  open.push(server);
  return server;
}
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function failureOf(attempt: Promise<unknown>): Promise<Error> {
  return attempt.then(
    () => new Error('no failure'),
    (error: Error) => error,
  );
}

describe('a delivered mail', () => {
  it('has text and HTML, its sender and its recipient, as a mail program reads them', async () => {
    const server = await serverWith();
    const { send, logged } = deliveryWith({ ...server.environment, SVC_SMTP_USER: 'Data "portal", Ltd. é' });
    await send();
    const [{ from, to, parsed, raw, login }] = server.received as [(typeof server.received)[0]];
    expect({ from, to, login }).toEqual({
      from: 'gate@example.org',
      to: ['jo@example.org'],
      login: undefined,
    });
    expect(parsed.from?.value).toEqual([{ name: 'Data "portal", Ltd. é', address: 'gate@example.org' }]);
    expect([parsed.to].flat()[0]?.value).toEqual([{ name: '', address: 'jo@example.org' }]);
    expect(parsed.subject).toBe('Gatehouse: set a new password');
    expect(parsed.text).toContain(`\nhttps://data.example.org/gate/tmp/token-of-${LINK}\n`);
    expect(parsed.html).toContain(`href="https://data.example.org/gate/tmp/token-of-${LINK}"`);
    expect(parsed.attachments).toEqual([]);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
    expect(logged.at(-1)).toEqual({ reason: 'password_reset', userId: 7, message: 'mail sent' });
  });

  it('has the same identifier and date in each attempt, which are those of the outbox', async () => {
    let attempts = 0;
    const server = await serverWith({
      // The first attempt fails after the server has the content: the sender cannot know whether it was accepted.
      onContent: () => (attempts++ === 0 ? [451, 'try again'] : undefined),
    });
    const { deliver } = deliveryWith(server.environment);
    const payload = { ...mail, queuedAt: '2026-11-22T08:09:10.123Z' };
    await expect(deliver(payload)).rejects.toThrow('451');
    await deliver(payload);
    await deliver(payload);
    expect(server.received.map(({ parsed }) => parsed.messageId)).toEqual(
      Array(2).fill(`<${ID}@data.example.org>`),
    );
    expect(server.received[0]?.parsed.date).toEqual(new Date('2026-11-22T08:09:10.000Z'));
    expect(server.received[0]?.parsed.text).toContain('2026-11-22 08:09:10 UTC');
  });

  const everyMail = MAIL_LOCALES.flatMap((locale) =>
    ALL_MAILS.map((each): [string, string, Mail] => [each.template, locale, { ...each, locale }]),
  );
  it.each(everyMail)('%s in %s is read without loss', async (_, locale, each) => {
    const server = await serverWith();
    await deliveryWith(server.environment).send(each);
    const [{ parsed, raw }] = server.received as [(typeof server.received)[0]];
    expect(parsed.subject).toMatch(locale === 'fr' ? /^Gatehouse\u00a0: / : /^Gatehouse: /);
    expect(parsed.html).toContain(`<html lang="${locale}">`);
    for (const id of Object.values<string>(each.links)) {
      const address = `https://data.example.org/gate/tmp/token-of-${id}`;
      expect(parsed.text).toContain(address);
      expect(parsed.html).toContain(`href="${address}"`);
    }
    if (locale === 'fr') expect(parsed.text).toMatch(/[éèêàâç]/);
    // RFC 5322, 2.1.1.
    expect(raw.split('\r\n').filter((line) => line.length > 998)).toEqual([]);
  });
});

describe('the fields of a mail', () => {
  it.each([
    'jo@example.org\r\nRCPT TO:<all@example.org>',
    'jo@example.org>\r\nDATA',
    'jo@example.org, all@example.org',
    '"jo\r\nBcc: all"@example.org',
    'jo\0@example.org',
    'jö@example.org',
  ])('never hold the recipient %j', async (to) => {
    const server = await serverWith();
    const { deliver } = deliveryWith(server.environment);
    const attempt = failureOf(deliver({ ...mail, to, queuedAt: '2026-11-22T08:09:10.123Z' }));
    expect(await attempt).toBeInstanceOf(PermanentFailure);
    expect(server.received).toEqual([]);
  });

  it.each([
    '\r\nBcc: all@example.org',
    '\nBcc: all@example.org',
    '\rBcc: all@example.org',
    '\0Bcc: x',
    '\u2028Bcc: x',
    'é\r\n\r\nBcc: x',
  ])('are not extended by %j in a value', async (text) => {
    const server = await serverWith();
    const { send } = deliveryWith(server.environment);
    await send({
      ...mail,
      template: 'group_terms_approved',
      user: { ...mail.user, user_name: `jo${text}` },
      variables: { group_name: `group${text}` },
      links: {},
    });
    const [{ parsed, to }] = server.received as [(typeof server.received)[0]];
    expect([...parsed.headers.keys()].sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ]);
    expect(to).toEqual(['jo@example.org']);
    expect(parsed.subject).toContain('Bcc: ');
  });
});

describe('the connection to the mail server', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mail-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function trusted(name = '127.0.0.1', end?: Date) {
    const certificate = await selfSigned(name, end);
    const path = join(folder, 'ca.pem');
    writeFileSync(path, certificate.cert);
    return { certificate, path };
  }

  it('uses TLS from the start, and logs in, by default', async () => {
    const { certificate, path } = await trusted();
    const server = await serverWith({ certificate, implicit: true, password: 'a password' });
    await deliveryWith({
      ...server.environment,
      SVC_SMTP_CA: path,
      SVC_SMTP_PASSWORD: 'a password',
    }).send();
    expect(server.received).toMatchObject([{ isSecure: true, login: 'gate@example.org' }]);
  });

  it('logs in with a separate name if one is set', async () => {
    const server = await serverWith({ password: 'a password' });
    await deliveryWith({
      ...server.environment,
      SVC_SMTP_LOGIN: 'apikey',
      SVC_SMTP_PASSWORD: 'a password',
    }).send();
    expect(server.received).toMatchObject([{ login: 'apikey' }]);
  });

  it('is upgraded with STARTTLS if the server offers that', async () => {
    const { certificate, path } = await trusted();
    const server = await serverWith({ certificate });
    const { send, logged } = deliveryWith({ ...server.environment, SVC_SMTP_CA: path });
    await send();
    expect(server.received).toMatchObject([{ isSecure: true }]);
    expect(logged.map(({ message }) => message)).toEqual(['mail sent']);
  });

  it('is in clear text, with a warning, if the server offers no TLS', async () => {
    const server = await serverWith();
    const { send, logged } = deliveryWith(server.environment);
    await send();
    expect(server.received).toMatchObject([{ isSecure: false }]);
    expect(logged.map(({ message }) => message)).toEqual([
      'the mail server offers no TLS: this mail is sent in clear text',
      'mail sent',
    ]);
  });

  it('is never in clear text if TLS is required', async () => {
    const server = await serverWith();
    const { send } = deliveryWith({ ...server.environment, SVC_SMTP_REQUIRE_TLS: 'true' });
    const failure = await failureOf(send());
    expect(failure.message).toMatch(/replied to STARTTLS: 5\d\d/);
    expect(failure).not.toBeInstanceOf(PermanentFailure);
    expect(server.received).toEqual([]);
  });

  it.each([
    ['from the start', true],
    ['by STARTTLS', false],
  ])('is not made to a server without a trusted certificate: TLS %s', async (_, implicit) => {
    const { certificate } = await trusted();
    const server = await serverWith({ certificate, implicit, password: 'a password' });
    const { send } = deliveryWith({ ...server.environment, SVC_SMTP_PASSWORD: 'a password' });
    const failure = await failureOf(send());
    expect(failure.message).toMatch(/self-signed certificate/);
    expect(failure).not.toBeInstanceOf(PermanentFailure);
    expect(server.received).toEqual([]);
  });

  it('is not made to a server with an expired certificate', async () => {
    const { certificate, path } = await trusted('127.0.0.1', new Date('2020-01-01'));
    const server = await serverWith({ certificate });
    const failure = await failureOf(deliveryWith({ ...server.environment, SVC_SMTP_CA: path }).send());
    expect(failure.message).toMatch(/certificate has expired/);
    expect(server.received).toEqual([]);
  });

  it('is not made to a server with the certificate of another name', async () => {
    const { certificate, path } = await trusted('mail.example.org');
    const server = await serverWith({ certificate });
    const environment = { ...server.environment, SVC_SMTP_CA: path, SVC_SMTP_HOST: 'localhost' };
    const failure = await failureOf(deliveryWith(environment).send());
    expect(failure.message).toMatch(/does not match certificate/);
    expect(server.received).toEqual([]);
  });

  it('needs a file of certificates that can be read', () => {
    const path = join(folder, 'none.pem');
    expect(() => deliveryWith({ SVC_SMTP_CA: path })).toThrow('SVC_SMTP_CA names a file that cannot be read');
    writeFileSync(path, 'nothing');
    expect(() => deliveryWith({ SVC_SMTP_CA: path })).toThrow(
      'SVC_SMTP_CA names a file without certificates',
    );
  });
});

describe('a failed attempt', () => {
  it.each([
    ['greylisting', 'onRecipient', [451, '4.7.1 greylisted, jo@example.org, try again'], false],
    ['a full mailbox for now', 'onRecipient', [452, '4.2.2 full'], false],
    ['an unknown recipient', 'onRecipient', [550, '5.1.1 <jo@example.org>: unknown'], true],
    ['rejected content', 'onContent', [554, '5.7.1 spam: https://data.example.org/gate/tmp/1'], true],
    ['content that is rejected for now', 'onContent', [450, '4.2.0 later'], false],
    ['a rejected sender, which a setting can change', 'onSender', [550, '5.7.1 sender rejected'], false],
  ] as const)(
    'because of %s is final or repeated, as the reply says',
    async (_, when, reply, isPermanent) => {
      const replies: (readonly [number, string] | undefined)[] = [reply];
      const server = await serverWith({ [when]: () => replies.shift() });
      const { send, logged } = deliveryWith(server.environment);
      const failure = await failureOf(send());
      expect(failure instanceof PermanentFailure).toBe(isPermanent);
      expect(failure.message).toContain(`: ${reply[0]} ${reply[1].slice(0, 5)}`);
      expect(failure.message + JSON.stringify(logged)).not.toMatch(/jo@|tmp/);
      expect(failure.cause).toBeUndefined();
      expect(server.received).toEqual([]);
      await send();
      expect(server.received).toHaveLength(1);
    },
  );

  it('because of a wrong password is repeated, and does not show the password', async () => {
    const server = await serverWith({ password: 'a password' });
    const { send } = deliveryWith({ ...server.environment, SVC_SMTP_PASSWORD: 'another-one' });
    const failure = await failureOf(send());
    expect(failure).not.toBeInstanceOf(PermanentFailure);
    expect(failure.message).toContain('535');
    expect(failure.message).not.toContain('another-one');
  });

  it('because the connection is refused is retried', async () => {
    const server = await serverWith();
    const { environment } = server;
    await open.pop()?.close();
    const failure = await failureOf(deliveryWith(environment).send());
    expect(failure).not.toBeInstanceOf(PermanentFailure);
    expect(failure.message).toContain('ECONNREFUSED');
  });

  it('because a mail cannot be rendered is final', async () => {
    const server = await serverWith();
    const { deliver } = deliveryWith(server.environment);
    const failure = await failureOf(
      deliver({ ...mail, variables: {}, queuedAt: '2026-11-22T08:09:10.123Z' }),
    );
    expect(failure).toBeInstanceOf(PermanentFailure);
    expect(failure.message).toContain('no variable "expires_in"');
  });

  /** A server that does with each connection what it is given. */
  async function rawServer(talk: (socket: Socket) => void): Promise<Record<string, string>> {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      talk(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({
      close: async () => {
        sockets.forEach((socket) => socket.destroy());
        server.close();
        await once(server, 'close');
      },
    });
    return {
      SVC_SMTP_HOST: '127.0.0.1',
      SVC_SMTP_PORT: String((server.address() as AddressInfo).port),
      SVC_SMTP_SSL: 'false',
      SVC_SMTP_FROM: 'gate@example.org',
    };
  }

  /** The conversation of a server in clear text; `onContent` is called with what follows DATA. */
  const conversation = (socket: Socket, onContent: (text: string) => void): void => {
    let isContent = false;
    socket.write('220 mail.example.org\r\n');
    socket.on('data', (data) => {
      if (isContent) return onContent(String(data));
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        isContent = line === 'DATA';
        socket.write(
          isContent ? '354 go on\r\n' : line === 'STARTTLS' ? '502 no\r\n' : '250 mail.example.org\r\n',
        );
      }
    });
  };

  const SHORT = { SVC_SMTP_TIMEOUT: '1' };

  it('to a silent server ends after the timeout', async () => {
    const failure = await failureOf(deliveryWith({ ...(await rawServer(() => undefined)), ...SHORT }).send());
    expect(failure.message).toMatch(/Greeting never received|Timeout/);
    expect(failure).not.toBeInstanceOf(PermanentFailure);
  });

  it('to a server that is silent after the content ends after the timeout', async () => {
    const environment = await rawServer((socket) => conversation(socket, () => undefined));
    const failure = await failureOf(deliveryWith({ ...environment, ...SHORT }).send());
    expect(failure.message).toContain('ETIMEDOUT');
    expect(failure).not.toBeInstanceOf(PermanentFailure);
  });

  it('because the server sends without end ends after some timeouts', async () => {
    const environment = await rawServer((socket) => {
      conversation(socket, () => undefined);
      const timer = setInterval(() => socket.write('250-and so on\r\n'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    const failure = await failureOf(deliveryWith({ ...environment, ...SHORT }).send());
    expect(failure).not.toBeInstanceOf(PermanentFailure);
  });

  it('because the connection is lost in mid-message is repeated', async () => {
    let connections = 0;
    const contents: string[] = [];
    const environment = await rawServer((socket) => {
      connections += 1;
      conversation(socket, (text) => {
        contents.push(text);
        socket.destroy();
      });
    });
    const failure = await failureOf(deliveryWith(environment).send());
    expect(failure).not.toBeInstanceOf(PermanentFailure);
    expect(failure.message).toMatch(/ECONNECTION|ESOCKET/);
    expect(connections).toBe(2);
    expect(contents.join()).toContain(`Message-ID: <${ID}@data.example.org>`);
  });
});

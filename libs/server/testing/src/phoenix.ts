import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { closeServer, listenOnLoopback } from './loopback-server';

/** What the portal keeps of a browser; a token of its forms belongs to one session. */
interface Session {
  readonly csrf: string;
}

interface Registered {
  readonly title: string;
  readonly url: string;
  readonly isPublic: boolean;
  readonly group: string;
}

const PASSWORD = 'a portal password';
const GROUPS = ['admin', 'user', 'guest'];
/** `colander.url`, as far as it matters here. */
const URL_FORM = /^(?:https?:\/\/)[^\s/$.?#].\S*$/;

/**
 * A stand-in for the workflow portal Phoenix that checks what its forms check: the session and its token, the password and its length,
 * the ticket of who is signed in, the fields of the form, and the capabilities of a service before it registers it.
 * `before2020` is the interface of the versions without tokens of forms, whose refusals have the status 200.
 */
export class Phoenix {
  readonly password = PASSWORD;
  /** In the order of their registration. */
  readonly services: Registered[] = [];
  readonly received: string[] = [];
  /** Set to have the portal reply with this status. */
  failsWith: number | undefined;
  /** Called at the beginning of each request. */
  before: () => Promise<void> = async () => undefined;
  private readonly sessions = new Map<string, Session>();
  private readonly tickets = new Set<string>();
  private readonly server = createServer((request, response) => {
    this.handle(request, response).catch(() => response.destroy());
  });
  url = '';

  constructor(private readonly kind: 'current' | 'before2020' = 'current') {}

  async start(): Promise<this> {
    this.url = `http://127.0.0.1:${await listenOnLoopback(this.server)}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await closeServer(this.server);
  }

  private get isCurrent(): boolean {
    return this.kind === 'current';
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.before();
    const { method = '', url = '' } = request;
    this.received.push(`${method} ${url}`);
    if (this.failsWith !== undefined) return reply(response, this.failsWith, 'traceback');
    const fields = new URLSearchParams(await textOf(request));
    const cookies = cookiesOf(request);
    const session = this.sessionOf(cookies, response);
    const isAdministrator = this.tickets.has(cookies.get('auth_tkt') ?? '');
    if (url === (this.isCurrent ? '/account/login' : '/account/login/phoenix'))
      return this.signIn(request, response, fields, session);
    if (!['/services', '/clear_services', '/services/register'].includes(url))
      return reply(response, 404, '');
    if (!isAdministrator)
      return this.isCurrent
        ? reply(response, 403, 'forbidden')
        : reply(
            response,
            200,
            '<ExceptionText>Unauthorized: Services failed permission check</ExceptionText>',
          );
    if (url === '/services') return reply(response, 200, this.list());
    if (url === '/clear_services') {
      this.services.splice(0);
      return redirect(response, '/services');
    }
    return this.register(request, response, fields, session);
  }

  private sessionOf(cookies: ReadonlyMap<string, string>, response: ServerResponse): Session {
    const known = this.sessions.get(cookies.get('phoenix_session') ?? '');
    if (known) return known;
    const id = randomBytes(16).toString('hex');
    const session = { csrf: randomBytes(20).toString('hex') };
    this.sessions.set(id, session);
    response.appendHeader('Set-Cookie', `phoenix_session=${id}; httponly; Path=/`);
    return session;
  }

  private signIn(
    request: IncomingMessage,
    response: ServerResponse,
    fields: URLSearchParams,
    { csrf }: Session,
  ): void {
    const form = this.form(csrf, '<input type="password" name="password" value="" id="deformField2"/>');
    if (request.method !== 'POST' || !fields.has('submit')) return reply(response, 200, form);
    if (this.isCurrent && fields.get('csrf_token') !== csrf) return reply(response, 400, 'Bad CSRF Token');
    const password = fields.get('password') ?? '';
    if (password.length < 6) return reply(response, 200, form);
    if (password !== PASSWORD)
      return redirect(response, this.isCurrent ? '/account/login' : '/account/sign_in');
    // The session ends; the ticket is set for several domains.
    this.sessions.clear();
    const ticket = randomBytes(32).toString('hex');
    this.tickets.add(ticket);
    for (const domain of ['', '; Domain=127.0.0.1', '; Domain=.127.0.0.1'])
      response.appendHeader('Set-Cookie', `auth_tkt=${ticket}${domain}; Path=/`);
    return redirect(response, '/');
  }

  private async register(
    request: IncomingMessage,
    response: ServerResponse,
    fields: URLSearchParams,
    { csrf }: Session,
  ): Promise<void> {
    const form = this.form(
      csrf,
      '<input type="text" name="url" value="http://localhost:5000/wps" id="deformField1"/>',
    );
    if (request.method !== 'POST' || !fields.has('register')) return reply(response, 200, form);
    if (this.isCurrent && fields.get('csrf_token') !== csrf) return reply(response, 400, 'Bad CSRF Token');
    const [url, group] = [fields.get('url') ?? '', fields.get('group') ?? ''];
    const isValid =
      URL_FORM.test(url) &&
      (this.isCurrent
        ? GROUPS.includes(group)
        : ['WPS', 'THREDDS'].includes(fields.get('service_type') ?? ''));
    if (!isValid) return reply(response, 200, form);
    const title = await titleOf(url, fields.get('service_title') ?? '');
    // What cannot be read is not registered; only the next page says so.
    if (title !== undefined)
      this.services.push({ title, url, isPublic: fields.get('public') === 'true', group });
    return redirect(response, '/services');
  }

  private list(): string {
    const items = this.services.map(
      ({ title }, index) =>
        `<h4 class="media-heading">\n  <a href="/services/${index}">${escaped(title)}</a>\n</h4>`,
    );
    return `<ul class="list-group">${items.join('\n')}</ul>`;
  }

  private form(csrf: string, field: string): string {
    const token = `<input type="hidden" name="csrf_token" value="${csrf}" id="deformField0"/>`;
    return `<form id="deform" method="POST" accept-charset="utf-8"><input type="hidden" name="_charset_" />
      <input type="hidden" name="__formid__" value="deform"/>${this.isCurrent ? token : ''}${field}</form>`;
  }
}

/** As the client library of the portal reads it. */
async function titleOf(url: string, given: string): Promise<string | undefined> {
  const capabilities = await fetch(`${url}?service=WPS&request=GetCapabilities&version=1.0.0`).catch(
    () => undefined,
  );
  const text = capabilities?.status === 200 ? await capabilities.text() : '';
  return /<(?:\w+:)?Capabilities\b/.test(text) ? given || 'Unknown' : undefined;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

function cookiesOf({ headers: { cookie = '' } }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(
    cookie.split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=');
      return [name, value.join('=')];
    }),
  );
}

function reply(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=UTF-8' }).end(html);
}

/** Pyramid states the whole address. */
function redirect(response: ServerResponse, path: string): void {
  response.writeHead(302, { location: `http://${response.req.headers.host}${path}` }).end();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

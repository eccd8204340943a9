import { PermanentFailure, ReceiverFailure } from '@gatehouse/outbox';
import type { OutgoingHttp } from '@gatehouse/outgoing';
import { fieldIn, hasLinkTo } from './pages';
import { type PortalPage, PortalSession } from './portal-session';

/** Bytes of a page: that of all services is the longest. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Where the portal is, and who signs in there. */
export interface PortalAccess {
  /** Origin, without a trailing slash. */
  readonly baseUrl: string;
  readonly userName: string;
  readonly password: string;
}

/** A service as it is registered there. */
interface PortalService {
  readonly name: string;
  /** Where the portal reaches it: at the proxy. */
  readonly url: string;
}

/** The page of sign-in: of the portal since 2020, and of the versions before it. */
const SIGN_IN = ['/account/login', '/account/login/phoenix'] as const;
/** What versions before 2020 reply, with status 200, to who may not see a page. */
const DENIED = 'failed permission check';
/** Services that an error names. */
const MAX_NAMED = 10;

/**
 * Registers services in a workflow portal (Phoenix) through its forms: it has no other interface. The list of the portal is
 * emptied first, because it tells services apart by identifiers of its own. Reference: notifications#workflow-portal.
 */
export class PortalClient {
  constructor(
    private readonly http: Pick<OutgoingHttp, 'send'>,
    private readonly access: PortalAccess,
  ) {}

  /** Makes the list of the portal these services. Throws {@link ReceiverFailure}; the list may be incomplete then. */
  async replaceServices(services: readonly PortalService[]): Promise<void> {
    const session = new PortalSession(this.http, this.access.baseUrl);
    await this.signIn(session);
    expectRedirect(await session.get('/clear_services'), '/clear_services');
    for (const service of services) await register(session, service);
    const list = await session.get('/services');
    const missing = services.filter(({ name }) => !hasLinkTo(list.text, name)).map(({ name }) => name);
    if (missing.length === 0) return;
    const others = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} others` : '';
    throw new ReceiverFailure(
      `the portal has not registered ${missing.slice(0, MAX_NAMED).join(', ')}${others}: it reads their capabilities first`,
    );
  }

  private async signIn(session: PortalSession): Promise<void> {
    const { userName, password } = this.access;
    const [path, page] = await signInPage(session);
    const token = fieldIn(page.text, 'csrf_token');
    await session.post(path, {
      ...(token === undefined ? {} : { csrf_token: token }),
      username: userName,
      password,
      submit: 'submit',
    });
    // Both a redirect and a page follow a right password and a wrong one.
    const { status, text } = await session.get('/services');
    if (status !== 200 || text.includes(DENIED))
      throw new ReceiverFailure(
        'the portal has not accepted the password, or the account may not manage services',
      );
  }
}

async function signInPage(session: PortalSession): Promise<readonly [path: string, page: PortalPage]> {
  for (const path of SIGN_IN) {
    const page = await session.get(path);
    if (page.status === 200) return [path, page];
  }
  throw new PermanentFailure('the portal has no page of sign-in: it is no Phoenix');
}

async function register(session: PortalSession, { name, url }: PortalService): Promise<void> {
  const path = '/services/register';
  const page = await session.get(path);
  if (page.status !== 200) throw new ReceiverFailure(`GET ${path} of the portal: status ${page.status}`);
  const token = fieldIn(page.text, 'csrf_token');
  const reply = await session.post(path, {
    ...(token === undefined ? {} : { csrf_token: token }),
    url,
    service_title: name,
    public: 'true',
    // Since 2020.
    group: 'guest',
    // Before.
    service_name: name,
    service_type: 'WPS',
    c4i: 'false',
    register: 'register',
  });
  // The form again: a field of it is not accepted.
  if (reply.status === 200) throw new ReceiverFailure(`the portal has rejected the form of ${name}`);
  expectRedirect(reply, path);
}

function expectRedirect({ status, redirect }: PortalPage, path: string): void {
  if (redirect !== '/services') throw new ReceiverFailure(`${path} of the portal: status ${status}`);
}

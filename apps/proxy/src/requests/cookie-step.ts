import type { AuthorizationResult, DecisionSteps, Step } from '@gatehouse/enforcement';
import type { ReceivedRequest } from '../received/body/body-source';
import type { SessionCookies } from '../sign-in/session-cookies';
import type { PendingRequest } from './pending-request';

/** The session cookie of replies. */
export class CookieStep {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly decisions: Pick<DecisionSteps<ReceivedRequest>, 'caller'>,
  ) {}

  readonly cookie: Step<PendingRequest> = (pending) => {
    // The decision was repeated because of the cookie.
    if (pending.before) return undefined;
    const { granted, context } = pending;
    const cookie = this.cookies.cookieFor(granted.caller, context.request);
    if (cookie instanceof Promise) return cookie.then((created) => this.decideAgain(created, pending));
    pending.setCookie = cookie;
    return undefined;
  };

  /** That of a refusal. */
  issuedFor({ caller }: AuthorizationResult): string | undefined {
    return this.cookies.issuedFor(caller);
  }

  /** Permissions and sessions may have changed while the cookie was created. */
  private decideAgain(setCookie: string | undefined, pending: PendingRequest): Step<PendingRequest> {
    pending.setCookie = setCookie;
    pending.before = pending.granted;
    pending.isAfresh = true;
    return this.decisions.caller;
  }
}

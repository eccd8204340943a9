import type { Authority } from '../authority';
import { PERMISSION_NAMES } from '../permission';
import type { PermissionName } from '../permission';
import type { AuthorityBits } from './authority-bits';

/** How many answers are kept; with one more, all are dropped. */
const KEPT_ANSWERS = 65_536;

/** How many different authorities are shared between answers. */
const SHARED_AUTHORITIES = 4096;

interface Answer {
  readonly stamp: number;
  readonly authority: Authority;
}

/**
 * Answers by service and user. An answer counts as long as the stamp of the user's memberships is that of then; what
 * changes in a service drops the answers about it.
 */
export class AuthorityCache {
  private readonly byService = new Map<number, Map<number, Answer>>();
  private readonly shared = new Map<number, Authority>();
  private answers = 0;

  get(service: number, user: number, stamp: number): Authority | undefined {
    const answer = this.byService.get(service)?.get(user);
    return answer !== undefined && answer.stamp === stamp ? answer.authority : undefined;
  }

  set(service: number, user: number, stamp: number, authority: Authority): void {
    if (!this.byService.get(service)?.has(user)) {
      if (this.answers === KEPT_ANSWERS) this.clear();
      this.answers++;
    }
    const ofService = this.byService.get(service) ?? new Map<number, Answer>();
    this.byService.set(service, ofService.set(user, { stamp, authority }));
  }

  forgetService(service: number): void {
    this.answers -= this.byService.get(service)?.size ?? 0;
    this.byService.delete(service);
  }

  clear(): void {
    this.byService.clear();
    this.answers = 0;
  }

  /** The same object for equal bits, since sets of names are large beside an answer and few of them differ. */
  share(isAdministrator: boolean, { everywhere, somewhere }: AuthorityBits): Authority {
    const count = 2 ** PERMISSION_NAMES.length;
    const key = (Number(isAdministrator) * count + everywhere) * count + somewhere;
    let authority = this.shared.get(key);
    if (!authority) {
      if (this.shared.size >= SHARED_AUTHORITIES) this.shared.clear();
      authority = { isAdministrator, everywhere: namesOf(everywhere), somewhere: namesOf(somewhere) };
      this.shared.set(key, authority);
    }
    return authority;
  }
}

function namesOf(bits: number): Set<PermissionName> {
  return new Set(PERMISSION_NAMES.filter((_name, code) => ((bits >>> code) & 1) === 1));
}

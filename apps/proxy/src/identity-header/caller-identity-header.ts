import type { SnapshotFollower } from '@gatehouse/access';
import type { ServiceView } from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import { type Caller, accessOf, userOf } from '@gatehouse/enforcement';
import type { IdentityHeader } from './identity-header';
import type { PublicKey } from './signing-key';

/** The value of `X-Gatehouse-Identity` for services that request it. */
export class CallerIdentityHeader {
  constructor(
    private readonly header: IdentityHeader,
    private readonly follower: Pick<SnapshotFollower, 'snapshot'>,
  ) {}

  get publicKey(): PublicKey {
    return this.header.publicKey;
  }

  /** Undefined if the service does not request it or the caller is anonymous. */
  valueFor(service: ServiceView, caller: Caller | undefined): string | undefined {
    const userId = userOf(caller);
    if (userId === undefined || !serviceOptions(service.proxy).identityHeader) return undefined;
    const snapshot = this.follower.snapshot();
    const asMember = !accessOf(snapshot, caller).isAdministrator(userId);
    return this.header.valueFor(snapshot, service, userId, undefined, asMember);
  }
}

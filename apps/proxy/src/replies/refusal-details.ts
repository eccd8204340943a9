import type { SnapshotFollower } from '@gatehouse/access';
import {
  type AuthorizationResult,
  type Need,
  NetworkTokenParameter,
  type PublicAddress,
  explainedNeeds,
  userOf,
} from '@gatehouse/enforcement';
import type { ProxySettings } from '@gatehouse/settings';
import type { RequestContext } from '../received/request-context';

/** A permission that a signed-in caller lacks. */
export interface MissingPermission {
  /** Absent: only administrators may send the request. */
  readonly permission?: string;
  /** Names from the service down to the resource; absent if it is needed everywhere. */
  readonly resource?: readonly string[];
  /** Whether that is the requested resource itself; otherwise it is the closest registered one above. */
  readonly exact?: boolean;
}

/** What a page shows about a refusal. */
export interface RefusalDetails {
  readonly requestId: string;
  /** Name of the service in the path. */
  readonly service?: string | undefined;
  /** Name of the signed-in user. */
  readonly user?: string | undefined;
  readonly missing?: MissingPermission | undefined;
  /** Contact for users: an email address, a URL, or a text. */
  readonly contact?: string | undefined;
  /** The sign-in page, which returns to the requested page where that is one. */
  readonly signIn?: string | undefined;
  /** Public URL of the requested page. */
  readonly page?: string | undefined;
}

/**
 * Determines what pages show about refusals. Anonymous callers receive no information about permissions
 * and resources; signed-in callers can query the same from the API. Reference: enforcement#error-reports.
 */
export class RefusalFacts {
  private readonly networkToken: NetworkTokenParameter;
  /** Origin of the sign-in page. */
  private readonly ownOrigin: string;

  constructor(
    private readonly settings: Pick<
      ProxySettings,
      'publicUrl' | 'contact' | 'networkTokenName' | 'uiEnabled'
    >,
    private readonly publicAddress: PublicAddress,
    private readonly follower: Pick<SnapshotFollower, 'isReady' | 'snapshot'>,
  ) {
    this.networkToken = new NetworkTokenParameter(settings.networkTokenName);
    this.ownOrigin = new URL(settings.publicUrl).origin;
  }

  /** `original` is the request of a front end's client. */
  of(
    context: RequestContext,
    result: AuthorizationResult,
    original: { readonly method: string; readonly target: string } | undefined,
  ): RefusalDetails {
    const { route, requestId } = context;
    const page = this.pageOf(context, original);
    return {
      requestId,
      service: result.service?.name ?? ('service' in route ? route.service : undefined),
      ...this.ofCaller(result),
      contact: this.settings.contact,
      signIn: this.settings.uiEnabled ? this.signInPage(page) : undefined,
      page,
    };
  }

  /** The URL that a browser would open again automatically: that of a GET, without credentials. */
  private pageOf(
    { request, route }: RequestContext,
    original: { readonly method: string; readonly target: string } | undefined,
  ): string | undefined {
    const method = original?.method ?? request.method;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (route.kind === 'proxy') {
      const { service, rest, query } = this.networkToken.takenFrom(route);
      return this.publicAddress.urlOf(service) + rest + query;
    }
    // Only the front end knows the host of a service that is published separately.
    const isPublic = route.kind === 'verify-envoy' || (route.kind === 'verify-traefik' && !route.service);
    return isPublic && original ? this.publicAddress.urlOfPublicTarget(original.target) : undefined;
  }

  /** It returns to a path on its own origin, else to the whole URL. */
  private signInPage(page: string | undefined): string {
    const address = `${this.settings.publicUrl}/ui/login`;
    if (page === undefined) return address;
    const isOwn = page.startsWith(`${this.ownOrigin}/`);
    return `${address}?return=${encodeURIComponent(isOwn ? page.slice(this.ownOrigin.length) : page)}`;
  }

  private ofCaller({ caller, service, reading, reason }: AuthorizationResult): Partial<RefusalDetails> {
    const userId = userOf(caller);
    if (userId === undefined || !this.follower.isReady) return {};
    const snapshot = this.follower.snapshot();
    const user = snapshot.user(userId)?.name;
    if (!service || !reading || reason === undefined) return { user };
    const { administrator, permissions } = explainedNeeds(snapshot, userId, service, reading);
    const need = permissions.find(({ isMet }) => !isMet);
    if (!need) return { user, missing: administrator ? {} : undefined };
    if ('everywhere' in need) return { user, missing: { permission: need.permission } };
    const first = 'unregistered' in need ? ancestorOf(need) : need.resources[0];
    const resource = first && snapshot.pathOf(first.resourceId).map(({ name }) => name);
    return {
      user,
      missing: {
        permission: need.permission,
        ...(resource && { resource: [...resource].reverse(), exact: first.exact }),
      },
    };
  }
}

/** Where the permission for a name is missing that is not registered. */
function ancestorOf({ unregistered, inherited }: Extract<Need, { unregistered: unknown }>) {
  const resourceId = inherited.access === 'deny' ? unregistered.inheritsFrom : unregistered.below;
  return { resourceId, exact: false };
}

import type { IncomingMessage } from 'node:http';
import {
  type AccessSnapshot,
  type ServiceView,
  enforce,
  resolvedConfiguration,
  serviceTypeOf,
} from '@gatehouse/access-engine';
import { SessionsUnavailable, type SnapshotFollower } from '@gatehouse/access';
import type { Identification, Identity } from '../sign-in/identification';
import type { Freshness } from './freshness';
import {
  type Refusal,
  notAllowed,
  sessionsUnavailable,
  signInRequired,
  unknownService,
  unsupportedCredentials,
} from './refusal';
import type { ServiceRoute } from './routes';
import { RoutedRequest } from './service-request';

/** Whether a request is let through, with what is known of it. */
export interface Judgement {
  /** Absent: let through. */
  readonly refusal?: Refusal;
  readonly service?: ServiceView;
  readonly identity?: Identity;
  readonly permission?: string;
  /** Why the engine decided as it did. */
  readonly reason?: string;
}

/**
 * Decides about requests for services: who asks, whether the snapshot is new enough, which service, what is asked for, and
 * what the rules say. Synchronous for sessions that are known, so that nothing comes between decision and forwarding.
 * Spec: permissions 5.3 to 5.5.
 */
export class Judge {
  constructor(
    private readonly follower: Pick<SnapshotFollower, 'snapshot'>,
    private readonly freshness: Freshness,
    private readonly identification: Identification,
  ) {}

  /** `method` is the one that the service is to be called with. Never fails: what goes wrong is a refusal. */
  judge(request: IncomingMessage, route: ServiceRoute, method: string): Judgement | Promise<Judgement> {
    const refusal = this.freshness.refusal();
    if (refusal) return { refusal };
    const met = this.freshness.meet(request);
    const identity = this.identification.identify(request);
    if (met instanceof Promise || identity instanceof Promise) {
      return this.judgeLater(met, identity, route, method);
    }
    return met ? { refusal: met } : this.decide(identity, route, method);
  }

  private async judgeLater(
    met: undefined | Refusal | Promise<Refusal | undefined>,
    identity: Identity | Promise<Identity>,
    route: ServiceRoute,
    method: string,
  ): Promise<Judgement> {
    try {
      const [refusal, known] = await Promise.all([met, identity]);
      // The wait may have outlived the snapshot's validity.
      const late = refusal ?? this.freshness.refusal();
      return late ? { refusal: late } : this.decide(known, route, method);
    } catch (error) {
      if (error instanceof SessionsUnavailable) return { refusal: sessionsUnavailable };
      throw error;
    }
  }

  // INVARIANT: nothing is awaited in here; service, rules and session are of one revision.
  private decide(identity: Identity, route: ServiceRoute, method: string): Judgement {
    const snapshot = this.follower.snapshot();
    const service = snapshot.serviceByName(route.service);
    if (!service) return { refusal: unknownService, identity };
    if (identity.kind === 'unsupported credentials') {
      return { refusal: unsupportedCredentials, service, identity };
    }
    const userId = identity.kind === 'session' ? identity.session.userId : undefined;
    const { access, reason, permission } = verdictOn(
      snapshot,
      service,
      new RoutedRequest(method, route),
      userId,
    );
    const found = { service, identity, reason, ...(permission ? { permission } : {}) };
    if (access === 'allow') return found;
    return { refusal: userId === undefined ? signInRequired : notAllowed, ...found };
  }
}

function verdictOn(
  snapshot: AccessSnapshot,
  service: ServiceView,
  request: RoutedRequest,
  userId: number | undefined,
) {
  const type = serviceTypeOf(service.type);
  const configuration = (type && resolvedConfiguration(type, service.configuration)) ?? {};
  const target = type?.targetOf(request, snapshot.treeOf(service.resourceId), configuration);
  return { ...enforce(snapshot, userId, target), permission: target?.permission };
}

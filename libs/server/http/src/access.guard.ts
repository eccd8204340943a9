import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type Actor, actAs } from '@gatehouse/database';
import { type Problem, problem, readOnlyProblem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { type Caller, IDENTIFICATION, type Identification, type SignedInCaller } from './caller';
import { apiTokenIn } from '@gatehouse/identity';
import { comesFromAnotherSite } from './cross-site';
import { isRefusedWhileReadOnly } from './error-codes';
import type { EndpointAccess, EndpointDeclaration } from './endpoint-declaration';
import { type RequestScope, scopeOf } from './request-scope';
import { SETTINGS } from './tokens';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Identifies the caller and checks access to the endpoint. The first global guard: it only reads the
 * session. Reference: http#privileges.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(IDENTIFICATION) private readonly identification: Identification,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const scope = scopeOf(request);
    const declaration = scope.route?.declaration;
    // Closed by default: a handler that is not in the route table cannot be reached through it.
    if (!declaration) throw problem('permission_denied');
    const unavailable = declaration.unavailable?.(this.settings);
    if (unavailable) throw unavailable;
    const changes = declaration.changesState === true || !SAFE.has(request.method ?? '');
    const isChecked = changes && !declaration.fromAnySite && !isTokenOfProgram(request);
    if (isChecked && comesFromAnotherSite(request, this.settings)) {
      throw problem('cross_site_request', { settings: 'SVC_CORS_ORIGINS' });
    }
    const caller = this.identification.identify(request);
    return caller instanceof Promise
      ? caller.then((found) => this.admit(found, declaration, scope))
      : this.admit(caller, declaration, scope);
  }

  private admit(caller: Caller, declaration: EndpointDeclaration, scope: RequestScope): boolean {
    scope.caller = caller;
    actAs({ ...actorOf(caller), address: scope.address, requestId: scope.id });
    if (isRestricted(caller) && !declaration.forRestrictedTokens) throw problem('token_restricted');
    const refusal = this.refusal(declaration.access, caller, scope);
    if (refusal) throw refusal;
    if (this.settings.readOnly && scope.route && isRefusedWhileReadOnly(scope.route)) throw readOnlyProblem();
    return true;
  }

  private refusal(access: EndpointAccess, caller: Caller, scope: RequestScope): Problem | undefined {
    if (access === 'public') return undefined;
    if (caller.kind === 'anonymous') {
      const open = access === 'owner-or-anonymous' && this.namesAnonymous(scope.params['user_name']);
      return open ? undefined : problem('authentication_required');
    }
    if (access === 'authenticated' || caller.isAdministrator) return undefined;
    const isOwn = access !== 'administrator' && this.names(scope.params['user_name'], caller.userName);
    return isOwn ? undefined : problem('permission_denied');
  }

  private names(param: string | undefined, userName: string): boolean {
    return param === this.settings.loggedUser || param?.toLowerCase() === userName.toLowerCase();
  }

  private namesAnonymous(param: string | undefined): boolean {
    return this.names(param, this.settings.anonymousUser);
  }
}

/** No browser adds a Bearer token to a request of a page that does not know it. */
function isTokenOfProgram({ headers: { authorization } }: IncomingMessage): boolean {
  return authorization !== undefined && apiTokenIn(authorization)?.scheme === 'bearer';
}

function isRestricted(caller: Caller): boolean {
  return caller.kind === 'user' && (caller.session.apiToken?.restriction ?? null) !== null;
}

function actorOf(caller: Caller): Actor {
  if (caller.kind === 'anonymous') return { kind: 'anonymous' };
  return { kind: 'user', id: caller.userId, name: caller.userName, ...roleOf(caller) };
}

function roleOf({ isAdministrator, session: { apiToken } }: SignedInCaller): Pick<Actor, 'role'> {
  if (apiToken) return { role: `token:${apiToken.id}` };
  return isAdministrator ? { role: 'administrator' } : {};
}

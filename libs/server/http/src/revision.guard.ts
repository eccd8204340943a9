import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { overwriteNothingSince } from '@gatehouse/database';
import { type Problem, problem } from '@gatehouse/problems';
import { ifMatchOf } from './if-match';
import { type RequestScope, scopeOf } from './request-scope';

/** Brings the snapshot of this process to the revisions that requests require. */
export interface Revisions {
  /**
   * The revision of the access snapshot once it has reached `revision`, or else the newest committed one.
   * Rejects if the newest one is not known before the timeout.
   */
  atLeast(revision: number): Promise<number>;
  /** The present revision of the snapshot. */
  readonly current: number;
}

export const REVISIONS = Symbol('revisions');

const HEADER = 'X-Access-Revision';
/** The largest exact integer, which exceeds all revisions. */
const SYNTAX = /^\d{1,15}$/;

/**
 * The third global guard, for the headers that name revisions: `X-Access-Revision` requires a reply of at least that revision. A value that is no revision, or
 * one that is not committed yet, is 400 on every endpoint that negotiates its reply. `If-Match` with a revision is a precondition
 * of what endpoints that declare it write. It runs when the caller has access and
 * the entities of the path exist, and before the body. Reference: http#order-of-checks, data#access-revision, data#conditional-changes.
 */
@Injectable()
export class RevisionGuard implements CanActivate {
  constructor(@Inject(REVISIONS) private readonly revisions: Revisions) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const scope = scopeOf(request);
    const objects = scope.route?.declaration.ifMatch;
    if (objects !== undefined) {
      const since = ifMatchOf(request);
      if (since !== undefined && objects.length > 0) overwriteNothingSince({ since, objects });
    }
    const demanded = request.headers[HEADER.toLowerCase()];
    // Raw content, such as the description of the API, is the same at every revision.
    if (demanded === undefined || scope.route?.declaration.raw !== undefined) return true;
    return this.reach(String(demanded), scope);
  }

  private async reach(text: string, scope: RequestScope): Promise<boolean> {
    if (!SYNTAX.test(text)) throw unusable(text.slice(0, 200));
    const revision = Number(text);
    const shown = await this.revisions.atLeast(revision);
    if (shown < revision) throw unusable(text, shown);
    scope.demandedRevision = revision;
    return true;
  }
}

function unusable(value: string, newest?: number): Problem {
  return problem(
    newest === undefined ? 'malformed_revision' : 'future_revision',
    {},
    {
      param: {
        name: HEADER,
        value,
        ...(newest === undefined ? {} : { compare: `range(0, ${newest + 1})` }),
        conditions: newest === undefined ? { matches: false } : { is_in: false },
      },
    },
  );
}

import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type Problem, problem } from '@gatehouse/problems';
import { type RequestScope, scopeOf } from './request-scope';

/** Brings what this process answers from to the revisions that requests demand. */
export interface Revisions {
  /**
   * The revision that the access snapshot shows once it shows at least `revision`, or else the newest committed one.
   * Rejects when the newest one cannot be told in time.
   */
  atLeast(revision: number): Promise<number>;
}

export const REVISIONS = Symbol('revisions');

const HEADER = 'X-Access-Revision';
/** All that a JavaScript number can tell apart, and more than there will ever be. */
const SYNTAX = /^\d{1,15}$/;

/**
 * The third global guard: `X-Access-Revision` demands a reply that shows at least that revision. A value that is no
 * revision, or one that is not committed yet, is 400 on every endpoint that negotiates its reply. It runs when the
 * caller may call and the path's entities are there, and before the body. Reference: http#order-of-checks, data#access-revision.
 */
@Injectable()
export class RevisionGuard implements CanActivate {
  constructor(@Inject(REVISIONS) private readonly revisions: Revisions) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const scope = scopeOf(request);
    const demanded = request.headers[HEADER.toLowerCase()];
    // What is raw, such as the description of the API, is the same at every revision.
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

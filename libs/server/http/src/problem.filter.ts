import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
  Optional,
} from '@nestjs/common';
import {
  ChangedMeanwhile,
  DatabaseIncapable,
  OutcomeUnknown,
  RevisionAhead,
  committedRevision,
  unavailability,
} from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { Problem, problem, retryAfter } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { isChange } from './error-codes';
import { changedMeanwhile, revisionAhead } from './if-match';
import { REFUSALS, type RefusalListener } from './refusals';
import { sendProblem } from './problem-reply';
import { scopeOf } from './request-scope';
import { LOGGER, SETTINGS } from './tokens';

/** Errors that Nest and Express throw, by status. */
const CODES_OF_NEST: Readonly<
  Partial<Record<number, 'invalid_request' | 'permission_denied' | 'route_not_found'>>
> = {
  400: 'invalid_request',
  403: 'permission_denied',
  404: 'route_not_found',
};

/**
 * Turns anything thrown, anywhere, into an error body. An unexpected error is 500 without details
 * and is logged completely. Reference: http#error-bodies.
 */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() @Inject(REFUSALS) private readonly refusals: RefusalListener | undefined,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>());
  }

  answer(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    const answered = this.problemOf(thrown, request);
    this.refusals?.refused(answered, scopeOf(request));
    sendProblem(this.settings, request, response, answered);
  }

  private problemOf(thrown: unknown, request: IncomingMessage): Problem {
    if (thrown instanceof Problem) return thrown;
    const code = thrown instanceof HttpException ? CODES_OF_NEST[thrown.getStatus()] : undefined;
    if (code) return problem(code);
    if (thrown instanceof ChangedMeanwhile) return changedMeanwhile(thrown, scopeOf(request).caller);
    if (thrown instanceof RevisionAhead) return revisionAhead(thrown);
    const { id, route } = scopeOf(request);
    const fields = { requestId: id, ...(route ? { route: route.template } : {}) };
    const cause = unavailability(thrown);
    if (cause) {
      // Its message suffices: the stack is that of the driver.
      this.logger.error({ ...fields, reason: cause.message }, stopped(cause));
      return withoutDatabase(cause, route !== undefined && isChange(route));
    }
    this.logger.error({ ...fields, error: thrown }, 'the request failed unexpectedly');
    return problem('unexpected_error');
  }
}

/** What does not work any more, for the log. */
function stopped(cause: Error): string {
  return cause instanceof DatabaseIncapable && cause.isDiskFull
    ? 'the disk of the database is full: sign-ins and changes fail until there is space; what is stored is still served'
    : 'the request failed: the database is unavailable';
}

/** Seconds after which a client may repeat its request. */
const LATER = retryAfter(5);

/**
 * A request that has changed something, or may have, is not simply repeated: its reply names the revision to look at. What was
 * committed before a failure counts as well. Reference: data#unavailable-database.
 */
function withoutDatabase(cause: Error, changes: boolean): Problem {
  const revision = cause instanceof OutcomeUnknown ? cause.revision : committedRevision();
  if (!changes || revision === undefined) return problem('database_unavailable', {}, LATER);
  return problem('outcome_unknown', { revision }, { extras: { revision } });
}

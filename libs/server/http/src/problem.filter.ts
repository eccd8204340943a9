import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
} from '@nestjs/common';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { Problem } from './problem';
import { sendProblem } from './reply';
import { scopeOf } from './request-scope';
import { LOGGER, SETTINGS } from './tokens';

/** Turns anything thrown, anywhere, into an error body. A bug is a bare 500 and is logged whole. Architecture 7. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>());
  }

  answer(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    sendProblem(this.settings, request, response, this.problemOf(thrown, request));
  }

  private problemOf(thrown: unknown, request: IncomingMessage): Problem {
    if (thrown instanceof Problem) return thrown;
    if (thrown instanceof HttpException && thrown.getStatus() < 500) {
      return new Problem(thrown.getStatus(), thrown.message);
    }
    const { id, route } = scopeOf(request);
    this.logger.error(
      { requestId: id, error: thrown, ...(route ? { route: route.template } : {}) },
      'the request failed unexpectedly',
    );
    return new Problem(500, 'Something went wrong here; it has been logged.');
  }
}

import type { Request, Response } from 'express';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Observable, concatMap } from 'rxjs';
import { committedRevision } from '@gatehouse/database';
import type { Settings } from '@gatehouse/settings';
import { Reply } from './answer';
import { envelope, render } from './reply';
import { inSlices } from './render/slices';
import { scopeOf } from './request-scope';
import { SETTINGS } from './tokens';

/** Puts the common body around what a handler returns, in the negotiated format. Spec: decisions 8. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    return next.handle().pipe(concatMap((result: unknown) => this.write(request, response, result)));
  }

  private async write(request: Request, response: Response, result: unknown): Promise<unknown> {
    const { format, route } = scopeOf(request);
    const answer = result instanceof Reply ? result : new Reply(result as object | string | undefined);
    for (const [name, value] of answer.headers) setOrAppend(response, name, value);
    const revision = committedRevision();
    if (revision !== undefined) response.setHeader('X-Access-Revision', String(revision));
    const declaration = route?.declaration;
    if (declaration?.raw) {
      response.setHeader('Content-Type', declaration.raw);
      return answer.content;
    }
    const status = answer.status ?? declaration?.success.status ?? 200;
    response.status(status);
    response.setHeader('Content-Type', format.contentType);
    const text = render(format, status, {
      ...(answer.content as object | undefined),
      ...envelope(this.settings, request, status, answer.detail ?? declaration?.success.detail ?? ''),
    });
    return inSlices(text);
  }
}

/** A reply may carry several cookies; any other header it names replaces the one that is there. */
function setOrAppend(response: Response, name: string, value: string): void {
  if (name.toLowerCase() === 'set-cookie') response.append(name, value);
  else response.setHeader(name, value);
}

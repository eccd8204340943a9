import type { Request } from 'express';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Observable, from, switchMap } from 'rxjs';
import type { Settings } from '@gatehouse/settings';
import { FairScheduler } from '@gatehouse/scheduling';
import { scopeOf } from '../request-scope';
import { SETTINGS } from '../tokens';
import { type ReadBody, readBody } from './read-body';

/**
 * Reads the body after the guards: the body of a caller without access is not read. `Endpoint` sets it on every handler but those
 * of GET: the body of a GET has no meaning in HTTP and is ignored. Reference: http#order-of-checks.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request & { body?: ReadBody }>();
    const { address } = scopeOf(request);
    const { bodyLimit: bytes, bodyMembers: members, bodyFields: fields, bodyTimeout } = this.settings;
    const limits = { bytes, members, fields, timeout: bodyTimeout * 1000 };
    return from(readBody(request, limits, this.scheduler, address)).pipe(
      switchMap((body) => {
        request.body = body;
        return next.handle();
      }),
    );
  }
}

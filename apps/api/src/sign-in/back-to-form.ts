import type { Request } from 'express';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Observable, catchError, of } from 'rxjs';
import { Problem, Reply, scopeOf } from '@gatehouse/http';
import { ConsoleAddresses, type SignInError } from './console-addresses';

/**
 * Redirects a browser whose sign-in is refused back to the form, with an error code. Other failures remain errors: an
 * unreadable body, a cross-site request, an internal error.
 */
@Injectable()
export class BackToForm implements NestInterceptor {
  constructor(private readonly addresses: ConsoleAddresses) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    this.addresses.requireConsole();
    const { rawQuery } = scopeOf(context.switchToHttp().getRequest<Request>());
    const wanted = new URLSearchParams(rawQuery).getAll('return').at(-1);
    return next.handle().pipe(
      catchError((thrown: unknown) => {
        if (!(thrown instanceof Problem) || thrown.status === 500) throw thrown;
        return of(this.toForm(thrown, wanted));
      }),
    );
  }

  private toForm({ status, detail, details }: Problem, wanted: string | undefined): Reply {
    const wait = details.headers?.['Retry-After'];
    const location = this.addresses.form({
      error: errorOf(status),
      ...(wait === undefined ? {} : { retryAfter: Number(wait) }),
      ...(wanted === undefined ? {} : { return: wanted }),
    });
    const headers: [string, string][] = [['Location', location]];
    if (wait !== undefined) headers.push(['Retry-After', wait]);
    return new Reply(undefined, headers, 302, detail);
  }
}

/** The codes that the console distinguishes. They do not reveal which of the credentials is wrong. */
function errorOf(status: number): SignInError {
  if ([400, 401, 403, 422].includes(status)) return 'refused';
  if (status === 429) return 'limited';
  return status === 503 ? 'busy' : 'failed';
}

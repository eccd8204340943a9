import type { Request } from 'express';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Observable, catchError, of } from 'rxjs';
import { Problem, Reply, SETTINGS, readerOf, scopeOf } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { ConsoleAddresses, PROVIDER_SIGN_IN_ERRORS, type ProviderSignInError } from './console-addresses';
import { ProviderCookies } from './provider-cookies';

/**
 * Redirects a browser whose sign-in with a provider fails to the sign-in form, or to the page on which it has begun to link an
 * identity, with the error code. Programs and requests with a token receive the error, and so do browsers without the console.
 */
@Injectable()
export class BackToSignIn implements NestInterceptor {
  constructor(
    private readonly addresses: ConsoleAddresses,
    private readonly cookies: ProviderCookies,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'uiEnabled'>,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const isBrowser = readerOf(request, scopeOf(request).rawQuery) === 'person';
    if (!this.settings.uiEnabled || !isBrowser || request.headers.authorization !== undefined) {
      return next.handle();
    }
    return next.handle().pipe(
      catchError((thrown: unknown) => {
        const location = thrown instanceof Problem ? this.locationFor(thrown, request) : undefined;
        if (!(thrown instanceof Problem) || location === undefined) throw thrown;
        return of(new Reply(undefined, [['Location', location]], 302, thrown.detail));
      }),
    );
  }

  /** Undefined for errors that the console has no text for. */
  private locationFor({ errorCode, status, details }: Problem, request: Request): string | undefined {
    const error = status === 429 ? 'limited' : PROVIDER_SIGN_IN_ERRORS.find((code) => code === errorCode);
    if (error === undefined) return undefined;
    const provider = (scopeOf(request).params['provider_name'] ?? '').toLowerCase();
    const progress = this.cookies.progressIn(provider, request.headers.cookie);
    if (progress?.linkTo !== undefined && error !== 'limited') {
      return withError(progress.homepage, error);
    }
    const requested = new URLSearchParams(scopeOf(request).rawQuery).get('return') ?? undefined;
    const wanted = progress === undefined ? requested : this.addresses.pathOf(progress.homepage);
    const wait = details.headers?.['Retry-After'];
    return this.addresses.form({
      error,
      ...(wait === undefined ? {} : { retryAfter: Number(wait) }),
      ...(wanted === undefined || wanted === this.addresses.home ? {} : { return: wanted }),
    });
  }
}

function withError(page: string, error: ProviderSignInError): string {
  const url = new URL(page);
  url.searchParams.set('error', error);
  return url.href;
}

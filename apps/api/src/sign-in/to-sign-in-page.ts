import type { Request } from 'express';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Observable, of } from 'rxjs';
import { Reply, SETTINGS, comesFromAnotherSite } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { isNavigationFromElsewhere } from '@gatehouse/wire';
import { ConsoleAddresses } from './console-addresses';

/**
 * Redirects a browser that opens `GET /signin` as a page to the sign-in page, before anything of the query is read: with a
 * link, anyone could sign in somebody else's browser as a user of their choice. Nothing of the query is in the new address.
 * Reference: sessions#links.
 */
@Injectable()
export class ToSignInPage implements NestInterceptor {
  constructor(
    private readonly addresses: ConsoleAddresses,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'publicUrl' | 'corsOrigins' | 'uiEnabled'>,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (isNavigationFromElsewhere(request.headers)) {
      if (!this.settings.uiEnabled) throw problem('sign_in_by_link');
      return of(
        new Reply(undefined, [['Location', `${this.addresses.home}login`]], 303, 'See the sign-in page.'),
      );
    }
    if (comesFromAnotherSite(request, this.settings)) {
      throw problem('cross_site_request', { settings: 'SVC_CORS_ORIGINS' });
    }
    return next.handle();
  }
}

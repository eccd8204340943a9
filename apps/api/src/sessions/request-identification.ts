import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Caller, Identification } from '@gatehouse/http';
import { ApiTokenCallers } from './api-token-callers';
import { CookieIdentification } from './cookie-identification';

/** Identifies callers by an API token in `Authorization`, otherwise by the session cookie. Reference: sessions#credentials. */
@Injectable()
export class RequestIdentification implements Identification {
  constructor(
    private readonly apiTokens: ApiTokenCallers,
    private readonly cookies: CookieIdentification,
  ) {}

  identify(request: IncomingMessage): Caller | Promise<Caller> {
    const token = this.apiTokens.tokenIn(request);
    return token === undefined ? this.cookies.identify(request) : this.apiTokens.identify(request, token);
  }
}

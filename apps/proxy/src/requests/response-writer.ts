import type { IncomingMessage, ServerResponse } from 'node:http';
import { Challenge, type UnreadableRequest, type WrittenAnswer } from '@gatehouse/wire';
import type { ProxySettings } from '@gatehouse/settings';
import type { PublicAddress } from '../enforcement/public-address';
import type { Refusal } from '../enforcement/refusal';
import { errorBody, refusalBody, spacedJson } from '../enforcement/refusal-body';
import { drain } from '../forwarding/drain';
import { hasBody } from '../forwarding/request-body';

const JSON_TYPE = 'application/json; charset=UTF-8';

/** The most frequent answer of all. */
const ALLOWED = verdictText(200, 'Access to service is allowed.');

/** What a refusal says of its request besides what the request says itself. */
export interface RefusalContext {
  readonly routeName: string;
  /** Whether its clients read OGC exception reports. */
  readonly isOws: boolean;
  /** The request that a front end asks about, where the one at hand is only the question. */
  readonly asked?: { readonly method: string; readonly target: string } | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Replies that the proxy gives itself. */
export class ResponseWriter {
  private readonly challenge: Challenge;
  private readonly loginUrl: string;

  constructor(
    settings: Pick<ProxySettings, 'publicUrl' | 'cookieName'>,
    private readonly publicAddress: PublicAddress,
  ) {
    this.challenge = new Challenge(settings);
    this.loginUrl = `${settings.publicUrl}/ui/login`;
  }

  /**
   * A refusal in the form that its client understands; `X-Gatehouse-Reason` has its word for programs.
   * Spec: permissions 5.5 and 5.6, product 2.1.
   */
  refuse(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Refusal,
    { routeName, isOws, asked, headers }: RefusalContext,
  ): void {
    const target = asked?.target ?? request.url ?? '';
    const told = {
      method: asked?.method ?? request.method ?? '',
      path: target.split('?', 1)[0] ?? '',
      url: asked ? this.publicAddress.urlOfPublicTarget(target) : this.publicAddress.urlOfTarget(target),
      routeName,
      loginUrl: this.loginUrl,
    };
    const { type, text } = refusalBody(request, refusal, told, isOws);
    this.send(request, response, refusal.status, type, text, {
      'X-Gatehouse-Reason': refusal.reason,
      ...(refusal.status === 401 ? this.challenge.headersFor(request) : {}),
      ...headers,
      ...refusal.headers,
    });
  }

  /** The body that every JSON reply has, after `content`. Spec: interface (Common response body). */
  succeed(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    detail: string,
    content: Readonly<Record<string, string | number | boolean | null>> = {},
  ): void {
    const target = request.url ?? '';
    const text = spacedJson({
      ...content,
      code: status,
      type: 'application/json',
      detail,
      path: target.split('?', 1)[0] ?? '',
      url: this.publicAddress.urlOfTarget(target),
      method: request.method ?? '',
    });
    this.send(request, response, status, JSON_TYPE, text);
  }

  /** What a front end is told: of a refusal only what nginx understands, 401 or 403. Spec: decisions 26. */
  verdict(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Refusal | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    if (!refusal) {
      this.send(request, response, 200, JSON_TYPE, ALLOWED, headers);
      return;
    }
    const status = refusal.status === 401 ? 401 : 403;
    this.send(request, response, status, JSON_TYPE, verdictText(status, refusal.detail), {
      ...(status === 401 ? this.challenge.headersFor(request) : {}),
      'X-Gatehouse-Reason': refusal.reason,
      ...headers,
    });
  }

  /** The answer to what is no request that could be judged. Nothing of its target is repeated. */
  unreadable(request: UnreadableRequest, headers: Readonly<Record<string, string>> = {}): WrittenAnswer {
    const told = {
      method: request.method,
      path: '/',
      url: this.publicAddress.urlOfTarget('/'),
      routeName: '/',
    };
    return {
      headers: {
        'Content-Type': JSON_TYPE,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Gatehouse-Reason': request.problem.errorCode,
        ...headers,
      },
      text: errorBody(request.problem, told),
    };
  }

  /** A reply without a body. */
  empty(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    response.writeHead(204, { 'Cache-Control': 'no-store', ...headers }).end();
  }

  send(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    type: string,
    text: string,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    const isComing = hasBody(request) && !request.readableEnded;
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // Nobody can tell where the next request begins while a body may still come.
      ...(request.headers.expect === undefined && !isComing ? {} : { Connection: 'close' }),
      ...headers,
    });
    const content = request.method === 'HEAD' ? undefined : text;
    // A client that waits for leave to send its body sends nothing after another answer.
    if (!isComing || (request.headers.expect !== undefined && request.readableFlowing === null)) {
      response.end(content);
      return;
    }
    // The connection is closed at the end of the answer, but not before the client has read it: it may be sending still.
    if (content === undefined) response.flushHeaders();
    else response.write(content);
    drain(request, () => response.end());
  }
}

function verdictText(code: 200 | 401 | 403, detail: string): string {
  return spacedJson({ description: detail, access: code === 200, code, type: 'application/json', detail });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Challenge } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';
import type { PublicAddress } from './enforcement/public-address';
import { redact } from './enforcement/public-address';
import type { Refusal } from './enforcement/refusal';
import { refusalBody, spacedJson } from './enforcement/refusal-body';
import { drain } from './forwarding/drain';
import { hasBody } from './forwarding/request-body';

/** Replies that the proxy gives itself. */
export class Answers {
  private readonly challenge: Challenge;
  private readonly loginUrl: string;

  constructor(
    settings: Pick<Settings, 'publicUrl' | 'cookieName'>,
    private readonly publicAddress: PublicAddress,
  ) {
    this.challenge = new Challenge(settings);
    this.loginUrl = `${settings.publicUrl}/ui/login`;
  }

  /** A refusal in the form that its client understands. Spec: permissions 5.5 and 5.6. */
  refuse(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Refusal,
    { routeName, isOws }: { readonly routeName: string; readonly isOws: boolean },
  ): void {
    const target = request.url ?? '';
    const told = {
      method: request.method ?? '',
      path: target.split('?', 1)[0] ?? '',
      url: this.publicAddress.urlOfTarget(target),
      routeName,
      loginUrl: this.loginUrl,
    };
    const { type, text } = refusalBody(request, refusal, told, isOws);
    send(request, response, refusal.status, type, text, {
      ...(refusal.status === 401 ? this.challenge.headersFor(request) : {}),
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
      path: redact(target).split('?', 1)[0] ?? '',
      url: this.publicAddress.urlOfTarget(target),
      method: request.method ?? '',
    });
    send(request, response, status, 'application/json; charset=UTF-8', text, {});
  }

  /** What the verify endpoint answers to nginx, which understands 2xx, 401 and 403 alone. Spec: decisions 26. */
  verdict(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Refusal | undefined,
    setCookie: string | undefined,
  ): void {
    const status = refusal ? (refusal.status === 401 ? 401 : 403) : 200;
    const text = spacedJson({
      description: refusal?.detail ?? 'Access to service is allowed.',
      access: refusal === undefined,
      code: status,
      type: 'application/json',
      detail: refusal?.detail ?? 'Access to service is allowed.',
    });
    send(request, response, status, 'application/json; charset=UTF-8', text, {
      ...(status === 401 ? this.challenge.headersFor(request) : {}),
      ...(refusal ? { 'X-Gatehouse-Reason': refusal.reason } : {}),
      ...(setCookie === undefined ? {} : { 'Set-Cookie': setCookie }),
    });
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // Without leave the body may still come or not: nobody can tell where the next request begins.
    ...(request.headers.expect === undefined ? {} : { Connection: 'close' }),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
  if (hasBody(request)) drain(request);
}

import { Challenge, type UnreadableRequest, type WrittenAnswer, envelope, localeOf } from '@gatehouse/wire';
import type { ProxySettings } from '@gatehouse/settings';
import type { Problem } from '@gatehouse/problems';
import type { PublicAddress } from '@gatehouse/enforcement';
import { JSON_TYPE, jsonErrorBody, jsonText, negotiatedErrorBody } from './error-body';
import { drain } from '../forwarding/drain';
import { hasBody } from '@gatehouse/enforcement';
import type { RefusalDetails } from './refusal-details';
import type { RequestContext } from '../received/request-context';

/** The most frequent reply. */
const ALLOWED = jsonText({
  description: 'Access to service is allowed.',
  access: true,
  code: 200,
  type: 'application/json',
  detail: 'Access to service is allowed.',
});

/** The headers of that reply that are always the same. */
const ALLOWED_HEADERS: readonly string[] = [
  'Content-Type',
  JSON_TYPE,
  'Content-Length',
  String(Buffer.byteLength(ALLOWED)),
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
];

/** A request that the proxy answers itself. */
export type AnsweredRequest = Pick<RequestContext, 'request' | 'response' | 'requestId'>;

/** Details for an error reply that the request itself does not contain. */
export interface ErrorContext {
  readonly routeName: string;
  /** Whether its clients read OGC exception reports. */
  readonly isOws: boolean;
  /** The request that a front end verifies, if the current one is the call of a front end. */
  readonly original?: { readonly method: string; readonly target: string } | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the service accepts API tokens as passwords of `Basic`. */
  readonly acceptsBasic?: boolean;
  /** What a page shows about the refusal. */
  readonly details?: (() => RefusalDetails) | undefined;
}

/** Replies of the proxy itself. */
export class ResponseWriter {
  private readonly challenge: Challenge;

  constructor(
    private readonly settings: Pick<ProxySettings, 'publicUrl' | 'cookieName' | 'tokenBasic' | 'uiTheme'>,
    private readonly publicAddress: PublicAddress,
  ) {
    this.challenge = new Challenge(settings);
  }

  /**
   * An error in the format and language that its client prefers; `X-Gatehouse-Reason` is its `error_code`.
   * Reference: enforcement#statuses, enforcement#error-reports, permission-rules#explain.
   */
  refuse(
    context: AnsweredRequest,
    problem: Problem,
    { routeName, isOws, original, acceptsBasic, headers, details }: ErrorContext,
  ): void {
    const { request } = context;
    const target = original?.target ?? request.url ?? '';
    const refused = {
      method: original?.method ?? request.method ?? '',
      path: target.split('?', 1)[0] ?? '',
      url: original ? this.publicAddress.urlOfPublicTarget(target) : this.publicAddress.urlOfTarget(target),
      routeName,
      details: details ?? ((): RefusalDetails => ({ requestId: context.requestId })),
      accent: this.settings.uiTheme,
    };
    const locale = localeOf(request.headers['accept-language']);
    const body = negotiatedErrorBody(request, problem, refused, locale, isOws);
    this.send(context, problem.status, body.type, body.text, {
      'X-Gatehouse-Reason': problem.errorCode,
      'Content-Language': locale,
      ...(problem.status === 401 ? this.challenge.headersFor(request, acceptsBasic) : {}),
      ...headers,
      ...problem.details.headers,
      ...body.headers,
      Vary: [
        'Accept, Accept-Language, Cookie, Authorization',
        ...(headers?.['Vary'] === undefined ? [] : [headers['Vary']]),
      ].join(', '),
    });
  }

  /** The common fields of JSON replies, after `content`. Reference: http#common-fields. */
  succeed(
    context: AnsweredRequest,
    status: number,
    detail: string,
    content: Readonly<Record<string, string | number | boolean | null>> = {},
  ): void {
    const { request } = context;
    const target = request.url ?? '';
    const text = jsonText({
      ...content,
      ...envelope(status, 'application/json', detail, {
        method: request.method ?? '',
        path: target.split('?', 1)[0] ?? '',
        url: this.publicAddress.urlOfTarget(target),
      }),
    });
    this.send(context, status, JSON_TYPE, text);
  }

  /** Reply to a front end whose request is allowed; the headers are a flat list of names and values. */
  allow(context: AnsweredRequest, headers: readonly string[]): void {
    const { request, response } = context;
    if (hasBody(request) || request.headers.expect !== undefined || request.method === 'HEAD') {
      this.send(context, 200, JSON_TYPE, ALLOWED, pairsOf(headers));
      return;
    }
    response.writeHead(200, [...ALLOWED_HEADERS, 'X-Request-Id', context.requestId, ...headers]);
    response.end(ALLOWED, 'latin1');
  }

  /** Reply to a front end whose request is refused, with a status that nginx understands: 401 or 403. Reference: enforcement#verify. */
  deny(
    context: AnsweredRequest,
    problem: Problem,
    { acceptsBasic, headers = {} }: Pick<ErrorContext, 'acceptsBasic' | 'headers'>,
  ): void {
    const { request } = context;
    const code = problem.status === 401 ? 401 : 403;
    const locale = localeOf(request.headers['accept-language']);
    const detail = problem.detailIn(locale);
    const { errorCode } = problem;
    const text = jsonText({
      description: detail,
      access: false,
      code,
      type: 'application/json',
      detail,
      error_code: errorCode,
    });
    this.send(context, code, JSON_TYPE, text, {
      ...(code === 401 ? this.challenge.headersFor(request, acceptsBasic) : {}),
      'X-Gatehouse-Reason': errorCode,
      'Content-Language': locale,
      Vary: 'Accept-Language, Cookie, Authorization',
      ...headers,
    });
  }

  /** Reply to input that could not be parsed as a request. It has at most the path of the target, of a URL that is too long. */
  unreadable(request: UnreadableRequest, headers: Readonly<Record<string, string>> = {}): WrittenAnswer {
    const path = request.path || '/';
    const refused = {
      method: request.method,
      path,
      url: this.publicAddress.urlOfTarget(path),
      routeName: path,
    };
    const { type, text } = jsonErrorBody(request.problem, refused, 'en');
    return {
      headers: {
        'Content-Type': type,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Content-Language': 'en',
        'X-Gatehouse-Reason': request.problem.errorCode,
        ...headers,
      },
      text,
    };
  }

  /** A reply without a body. */
  empty({ response, requestId }: AnsweredRequest, headers: Readonly<Record<string, string>>): void {
    response.writeHead(204, { 'Cache-Control': 'no-store', 'X-Request-Id': requestId, ...headers }).end();
  }

  send(
    { request, response, requestId }: AnsweredRequest,
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
      'X-Request-Id': requestId,
      // The start of the next request is unknown while a body may still arrive.
      ...(request.headers.expect === undefined && !isComing ? {} : { Connection: 'close' }),
      ...headers,
    });
    const content = request.method === 'HEAD' ? undefined : text;
    // A client that waits for `100 Continue` sends no body after a final reply.
    if (!isComing || (request.headers.expect !== undefined && request.readableFlowing === null)) {
      response.end(content);
      return;
    }
    // The connection is closed after the reply, but not before the client has read it, as it may still be sending.
    if (content === undefined) response.flushHeaders();
    else response.write(content);
    drain(request, () => response.end());
  }
}

function pairsOf(list: readonly string[]): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (let index = 0; index < list.length; index += 2) pairs[list[index] ?? ''] = list[index + 1] ?? '';
  return pairs;
}

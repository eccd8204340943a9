import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Locale, Problem, ProblemDetails } from '@gatehouse/problems';
import { type Steps, finished } from '@gatehouse/request-body';
import type { Settings } from '@gatehouse/settings';
import {
  Challenge,
  localeOf,
  redactApiTarget,
  shortened,
  writeHtml,
  writeJson,
  writeXml,
} from '@gatehouse/wire';
import { hasBody } from './body/read-body';
import { DEFAULT_FORMAT, type Format } from './negotiation';
import { type RequestScope, scopeOf } from './request-scope';

/** Fields that follow the content of every reply. Reference: http#common-fields. */
export function envelope(
  settings: Pick<Settings, 'publicUrl'>,
  request: IncomingMessage,
  status: number,
  detail: string,
): Record<string, unknown> {
  const scope = scopeOf(request);
  const reported = redactApiTarget(scope.rawPath, scope.rawQuery);
  return {
    code: status,
    type: scope.format.type,
    detail,
    path: redactApiTarget(scope.path, ''),
    url: `${settings.publicUrl}${reported}`,
    // The body that a GET would have had is measured for HEAD, and never sent.
    method: request.method === 'HEAD' ? 'GET' : (request.method ?? ''),
  };
}

/** The text of a reply, in steps: what a page of a listing holds takes longer than others should wait. */
export function render(
  format: Format,
  status: number,
  body: Record<string, unknown>,
  locale: Locale = 'en',
): Steps<string> {
  if (format.writer === 'html') return writeHtml(status, body, locale);
  if (format.writer === 'xml') return writeXml(body);
  return writeJson(body);
}

/** The one writer of error bodies. Reference: http#error-bodies, http#common-fields, http#401-headers. */
export function sendProblem(
  settings: Pick<Settings, 'publicUrl' | 'cookieName'>,
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
): void {
  if (response.headersSent) {
    // Part of another reply is out already; a broken connection is the only honest sign left.
    response.destroy();
    return;
  }
  const scope = scopeOf(request);
  scope.errorCode = problem.errorCode;
  const locale = localeOf(request.headers['accept-language']);
  const common = envelope(settings, request, problem.status, problem.detailIn(locale));
  const { headers } = problem.details;
  const { param, call, extras } = shortened(problem.details) as ProblemDetails;
  const body = {
    ...extras,
    ...common,
    route_name: scope.route?.template ?? redactApiTarget(scope.path, ''),
    request_url: common['url'],
    error_code: problem.errorCode,
    ...(param ? { param } : {}),
    ...(call ? { call: { ...call, detail: common['detail'] } } : {}),
  };
  const all = { ...(problem.status === 401 ? new Challenge(settings).headersFor(request) : {}), ...headers };
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
  const format = formatFor(scope, problem.status);
  if (!request.complete && hasBody(request) && !isSoonRead(request))
    response.setHeader('Connection', 'close');
  response.statusCode = problem.status;
  response.setHeader('Content-Type', format.contentType);
  response.setHeader('Content-Language', locale);
  response.appendHeader('Vary', 'Accept, Accept-Language');
  response.setHeader('X-Gatehouse-Reason', problem.errorCode);
  const text = finished(render(format, problem.status, body, locale));
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Rest of a refused body that is worth reading and throwing away to keep the connection, in bytes. */
const DRAINED = 4 * 1024 * 1024;

function isSoonRead(request: IncomingMessage): boolean {
  const length = Number(request.headers['content-length'] ?? NaN);
  return length <= DRAINED;
}

/** A 406 is told in JSON: what was asked for cannot be produced. */
function formatFor(scope: RequestScope, status: number): Format {
  return status === 406 ? DEFAULT_FORMAT : scope.format;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Locale, Problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import {
  Challenge,
  type DescribedRequest,
  type TextWriter,
  errorBody,
  localeOf,
  redactApiTarget,
  textOf,
  writeHtml,
  writeJson,
  writeXml,
} from '@gatehouse/wire';
import { HTML_TYPE } from './reply';
import { hasBody } from './body/read-body';
import type { EndpointDeclaration } from './endpoint-declaration';
import { DEFAULT_FORMAT, type Format, readerOf } from './negotiation';
import { type RequestScope, scopeOf } from './request-scope';

/** Fields of the body of a reply about its request. */
export function describeRequest(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  request: IncomingMessage,
): DescribedRequest {
  const { path, rawPath, rawQuery } = scopeOf(request);
  return {
    method: request.method ?? '',
    path: redactApiTarget(path, ''),
    url: `${publicUrl}${redactApiTarget(rawPath, rawQuery)}`,
  };
}

/** Writes a reply in pieces: a page of a listing takes longer than other requests should wait. */
export function write(
  format: Format,
  status: number,
  body: Record<string, unknown>,
  locale: Locale = 'en',
): TextWriter {
  if (format.writer === 'html') return writeHtml(status, body, locale);
  if (format.writer === 'xml') return writeXml(body);
  return writeJson(body);
}

/** The one writer of error bodies. Reference: http#error-bodies, http#common-fields, http#401-headers. */
export function sendProblem(
  settings: Pick<Settings, 'publicUrl' | 'cookieName' | 'tokenBasic' | 'uiEnabled' | 'uiTheme'>,
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
): void {
  if (response.headersSent) {
    // Part of another reply was sent already; closing the connection is the only way to report the failure.
    response.destroy();
    return;
  }
  const scope = scopeOf(request);
  scope.errorCode = problem.errorCode;
  const locale = localeOf(request.headers['accept-language']);
  const { headers } = problem.details;
  const described = describeRequest(settings, request);
  const body = errorBody(problem, scope.format.type, locale, {
    ...described,
    routeName: scope.route?.template ?? described.path,
  });
  const all = { ...(problem.status === 401 ? new Challenge(settings).headersFor(request) : {}), ...headers };
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
  const page = errorPageFor(request, scope);
  const format = formatFor(scope, problem.status);
  if (!request.complete && hasBody(request) && !isSoonRead(request))
    response.setHeader('Connection', 'close');
  response.statusCode = problem.status;
  response.setHeader('Content-Type', page ? HTML_TYPE : format.contentType);
  response.setHeader('Content-Language', locale);
  response.appendHeader('Vary', 'Accept, Accept-Language');
  response.setHeader('X-Gatehouse-Reason', problem.errorCode);
  const shown = page?.(problem, locale, settings);
  for (const [name, value] of shown?.headers ?? []) response.setHeader(name, value);
  const text = shown?.html ?? textOf(write(format, problem.status, body, locale));
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** The error page of the endpoint, if it has one and the client is a browser. */
function errorPageFor(request: IncomingMessage, scope: RequestScope): EndpointDeclaration['errorPage'] {
  const page = scope.route?.declaration.errorPage;
  return page && readerOf(request, scope.rawQuery) === 'person' ? page : undefined;
}

/** Maximum rest of a rejected body that is read and discarded to keep the connection, in bytes. */
const DRAINED = 4 * 1024 * 1024;

function isSoonRead(request: IncomingMessage): boolean {
  const length = Number(request.headers['content-length'] ?? NaN);
  return length <= DRAINED;
}

/** A 406 is sent as JSON, because the requested format is not available. */
function formatFor(scope: RequestScope, status: number): Format {
  return status === 406 ? DEFAULT_FORMAT : scope.format;
}

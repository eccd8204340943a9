import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { acceptedRanges, escapeMarkup, preferredType } from '@gatehouse/wire';
import type { Refusal } from './refusal';

/** What a refusal says of its request. */
export interface RefusedRequest {
  readonly method: string;
  /** The path without what a front end has put before it. */
  readonly path: string;
  readonly url: string;
  readonly routeName: string;
  /** Where a person can sign in. */
  readonly loginUrl: string;
}

/** An error body and its media type. */
export interface RefusalBody {
  readonly type: string;
  readonly text: string;
}

type Format = 'json' | 'ows' | 'html';

const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'text/xml': 'ows',
  'application/xml': 'ows',
  'text/html': 'html',
};
const MEDIA_TYPES = Object.keys(FORMATS);

/**
 * The body of a refusal in the form that its client understands: what `Accept` prefers; without a preference an exception
 * report for clients of OWS services, the error body of the contract for all others. Spec: permissions 5.6.
 */
export function refusalBody(
  request: IncomingMessage,
  refusal: Refusal,
  told: RefusedRequest,
  isOws: boolean,
): RefusalBody {
  const own = isOws ? 'text/xml' : 'application/json';
  const offered = [own, ...MEDIA_TYPES.filter((type) => type !== own)];
  const { accept = '*/*' } = request.headers;
  const chosen = preferredType(acceptedRanges(accept), offered) ?? own;
  switch (FORMATS[chosen]) {
    case 'ows':
      return { type: 'text/xml; charset=UTF-8', text: exceptionReport(refusal) };
    case 'html':
      return { type: 'text/html; charset=UTF-8', text: page(refusal, told) };
    default:
      return { type: 'application/json; charset=UTF-8', text: errorBody(refusal, told) };
  }
}

/** JSON text of a flat object with a space after `:` and `,`, as clients match on it. Spec: decisions 8. */
export function spacedJson(body: Readonly<Record<string, string | number | boolean | null>>): string {
  const members = Object.entries(body).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{${members.join(', ')}}`;
}

/** The error body of the contract. */
export function errorBody(
  { status, detail }: { readonly status: number; readonly detail: string },
  { method, path, url, routeName }: Omit<RefusedRequest, 'loginUrl'>,
): string {
  return spacedJson({
    code: status,
    type: 'application/json',
    detail,
    path,
    url,
    method,
    route_name: routeName,
    request_url: url,
  });
}

/** Exception report of OGC OWS Common 1.1. Spec: permissions 5.6. */
function exceptionReport({ status, detail, ows }: Refusal): string {
  const locator =
    ows?.locator ??
    (status === 401 || status === 403
      ? 'AccessForbidden'
      : status < 500
        ? 'NotAcceptable'
        : 'NoApplicableCode');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ExceptionReport version="1.0.0" xmlns="http://www.opengis.net/ows/1.1"',
    '    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    '    xsi:schemaLocation="http://www.opengis.net/ows/1.1 http://schemas.opengis.net/ows/1.1.0/owsExceptionReport.xsd">',
    `  <Exception exceptionCode="${ows?.code ?? 'NoApplicableCode'}" locator="${escapeMarkup(locator)}">`,
    `    <ExceptionText>${escapeMarkup(detail)}</ExceptionText>`,
    '  </Exception>',
    '</ExceptionReport>',
    '',
  ].join('\n');
}

function page({ status, detail }: Refusal, { loginUrl }: RefusedRequest): string {
  const link =
    status === 401 || status === 403 ? `<p><a href="${escapeMarkup(loginUrl)}">Sign in</a></p>` : '';
  const title = `${status} ${STATUS_CODES[status] ?? ''}`;
  return [
    '<!DOCTYPE html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width">',
    '<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1rem }</style>',
    `</head><body><h1>${title}</h1><p>${escapeMarkup(detail)}</p>${link}</body></html>`,
    '',
  ].join('\n');
}

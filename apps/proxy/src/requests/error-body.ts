import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { acceptedRanges, escapeMarkup, preferredType } from '@gatehouse/wire';
import type { Locale, Problem } from '@gatehouse/problems';
import { UnrecognizedRequest } from '../enforcement/refusals';

/** The parts of a request for its error body. */
export interface DescribedRequest {
  readonly method: string;
  /** The path without the prefix of a front end. */
  readonly path: string;
  readonly url: string;
  readonly routeName: string;
  /** The sign-in page. */
  readonly loginUrl: string;
}

/** An error body and its media type. */
export interface ErrorBody {
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
 * The body of an error in the format that its client understands: the one that `Accept` prefers; without a preference an exception
 * report for clients of OWS services, the error body of the contract for all others. Reference: proxy#error-reports.
 */
export function negotiatedErrorBody(
  request: IncomingMessage,
  problem: Problem,
  described: DescribedRequest,
  locale: Locale,
  isOws: boolean,
): ErrorBody {
  const own = isOws ? 'text/xml' : 'application/json';
  const offered = [own, ...MEDIA_TYPES.filter((type) => type !== own)];
  const { accept = '*/*' } = request.headers;
  const chosen = preferredType(acceptedRanges(accept), offered) ?? own;
  switch (FORMATS[chosen]) {
    case 'ows':
      return { type: 'text/xml; charset=UTF-8', text: exceptionReport(problem, locale) };
    case 'html':
      return { type: 'text/html; charset=UTF-8', text: page(problem, described, locale) };
    default:
      return { type: 'application/json; charset=UTF-8', text: errorBody(problem, described, locale) };
  }
}

/** JSON text of a flat object with a space after `:` and `,`, as clients match on it. Reference: http#common-fields. */
export function spacedJson(body: Readonly<Record<string, string | number | boolean | null>>): string {
  const members = Object.entries(body).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{${members.join(', ')}}`;
}

/** The error body of the contract. */
export function errorBody(
  problem: Problem,
  { method, path, url, routeName }: Omit<DescribedRequest, 'loginUrl'>,
  locale: Locale,
): string {
  return spacedJson({
    code: problem.status,
    type: 'application/json',
    detail: problem.detailIn(locale),
    path,
    url,
    method,
    route_name: routeName,
    request_url: url,
    error_code: problem.errorCode,
  });
}

/** Exception report of OGC OWS Common 1.1. Reference: proxy#error-reports. */
function exceptionReport(problem: Problem, locale: Locale): string {
  const { status } = problem;
  const ows = problem instanceof UnrecognizedRequest ? problem.exception : undefined;
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
    `    <ExceptionText>${escapeMarkup(problem.detailIn(locale))}</ExceptionText>`,
    '  </Exception>',
    '</ExceptionReport>',
    '',
  ].join('\n');
}

const SIGN_IN = { en: 'Sign in', fr: 'Se connecter' } as const;

function page(problem: Problem, { loginUrl }: DescribedRequest, locale: Locale): string {
  const { status } = problem;
  const link =
    status === 401 || status === 403
      ? `<p><a href="${escapeMarkup(loginUrl)}">${SIGN_IN[locale]}</a></p>`
      : '';
  const title = `${status} ${STATUS_CODES[status] ?? ''}`;
  return [
    '<!DOCTYPE html>',
    `<html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width">',
    '<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1rem }</style>',
    `</head><body><h1>${title}</h1><p>${escapeMarkup(problem.detailIn(locale))}</p>${link}</body></html>`,
    '',
  ].join('\n');
}

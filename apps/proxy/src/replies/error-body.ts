import type { IncomingMessage } from 'node:http';
import type { Accent } from '@gatehouse/pages';
import {
  type RefusedRequest,
  acceptedRanges,
  errorBody,
  escapeMarkup,
  preferredType,
  renderJson,
  smallJson,
} from '@gatehouse/wire';
import type { Locale, Problem } from '@gatehouse/problems';
import { UnrecognizedRequest } from '@gatehouse/enforcement';
import type { RefusalDetails } from './refusal-details';
import { refusalPage } from './refusal-page';

/** The request that an error is about. */
export interface RefusedClientRequest extends RefusedRequest {
  /** What a page shows about the refusal; only determined for pages. */
  readonly details: () => RefusalDetails;
  /** Accent colour of a page. */
  readonly accent: Accent;
}

/** An error body and its media type. */
export interface ErrorBody {
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = 'application/json; charset=UTF-8';

type Format = 'json' | 'ows' | 'html';

const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'text/xml': 'ows',
  'application/xml': 'ows',
  'text/html': 'html',
};
const MEDIA_TYPES = Object.keys(FORMATS);

/**
 * The body of an error in the format that its client understands: the one that `Accept` prefers; without a preference an
 * exception report for clients of OWS services, the error body of the contract for all others.
 * Reference: enforcement#error-reports.
 */
export function negotiatedErrorBody(
  request: IncomingMessage,
  problem: Problem,
  refused: RefusedClientRequest,
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
    case 'html': {
      const { html, headers } = refusalPage(problem, refused.details(), locale, refused.accent);
      return { type: 'text/html; charset=UTF-8', text: html, headers };
    }
    default:
      return jsonErrorBody(problem, refused, locale);
  }
}

/** The error body of the contract as JSON. */
export function jsonErrorBody(problem: Problem, request: RefusedRequest, locale: Locale): ErrorBody {
  return { type: JSON_TYPE, text: jsonText(errorBody(problem, 'application/json', locale, request)) };
}

/** JSON text of a small body. */
export function jsonText(body: Readonly<Record<string, unknown>>): string {
  return smallJson(body) ?? renderJson(body);
}

/** Exception report of OGC OWS Common 1.1. Reference: enforcement#error-reports. */
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

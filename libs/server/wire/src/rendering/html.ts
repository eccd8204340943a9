import { STATUS_CODES } from 'node:http';
import type { Locale } from '@gatehouse/problems';
import { type Steps, finished } from '@gatehouse/request-body';
import { escapeMarkup } from '../markup';
import { type JsonStyle, writeJson } from './json';

const PRETTY: JsonStyle = { comma: ',', colon: ': ', indent: ' ', leaf: escapeMarkup };

/** The HTML form of a reply: a small page around the JSON, for reading in a browser. Reference: http#reply-formats. */
export function renderHtml(status: number, body: Readonly<Record<string, unknown>>): string {
  return finished(writeHtml(status, body));
}

/** The same in steps. `locale` is the language of the text; the rest of the page is in English. */
export function* writeHtml(
  status: number,
  body: Readonly<Record<string, unknown>>,
  locale: Locale = 'en',
): Steps<string> {
  const title = escapeMarkup(`${status} ${STATUS_CODES[status] ?? ''}`.trim());
  const heading = status < 400 ? 'Response Details' : 'Exception Details';
  const explanation = escapeMarkup(String(body['detail'] ?? ''));
  return [
    '<!DOCTYPE html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>`,
    `<body><h1>${title}</h1><p${locale === 'en' ? '' : ` lang="${locale}"`}>${explanation}</p><h2>${heading}</h2>`,
    `<pre>${yield* writeJson(body, PRETTY)}</pre></body></html>`,
  ].join('\n');
}

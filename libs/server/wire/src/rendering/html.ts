import { STATUS_CODES } from 'node:http';
import type { Locale } from '@gatehouse/problems';
import { escapeMarkup } from '../markup';
import { JsonNotation } from './json';
import { TextWriter, textOf } from './text-writer';

const PRETTY = new JsonNotation({ comma: ',', indent: ' ', leaf: escapeMarkup });

/** The HTML form of a reply: a small page around the JSON, for reading in a browser. Reference: http#reply-formats. */
export function renderHtml(status: number, body: Readonly<Record<string, unknown>>): string {
  return textOf(writeHtml(status, body));
}

/** The same in pieces. `locale` is the language of the text; the rest of the page is in English. */
export function writeHtml(
  status: number,
  body: Readonly<Record<string, unknown>>,
  locale: Locale = 'en',
): TextWriter {
  const title = escapeMarkup(`${status} ${STATUS_CODES[status] ?? ''}`.trim());
  const heading = status < 400 ? 'Response Details' : 'Exception Details';
  const explanation = escapeMarkup(String(body['detail'] ?? ''));
  const head = [
    '<!DOCTYPE html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>`,
    `<body><h1>${title}</h1><p${locale === 'en' ? '' : ` lang="${locale}"`}>${explanation}</p><h2>${heading}</h2>`,
    '<pre>',
  ].join('\n');
  return new TextWriter(body, PRETTY, { head, tail: '</pre></body></html>' });
}

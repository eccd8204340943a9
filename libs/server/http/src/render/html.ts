import { STATUS_CODES } from 'node:http';
import { escapeXml } from './xml';

/** The HTML form of a reply: a small page around the JSON, for a person who looks. Spec: http-api 1.3. */
export function renderHtml(status: number, body: Readonly<Record<string, unknown>>): string {
  const title = escapeXml(`${status} ${STATUS_CODES[status] ?? ''}`.trim());
  const heading = status < 400 ? 'Response Details' : 'Exception Details';
  const explanation = escapeXml(String(body['detail'] ?? ''));
  return [
    '<!DOCTYPE html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>`,
    `<body><h1>${title}</h1><p>${explanation}</p><h2>${heading}</h2>`,
    `<pre>${escapeXml(JSON.stringify(body, undefined, 1))}</pre></body></html>`,
  ].join('\n');
}

import type { Parameters } from './actions';
import { type Json, render } from './template';

const MEDIA_TYPES = new Map([
  ['json', 'application/json'],
  ['application/json', 'application/json'],
  ['html', 'text/html; charset=utf-8'],
  ['text/html', 'text/html; charset=utf-8'],
  ['text', 'text/plain; charset=utf-8'],
  ['plain', 'text/plain; charset=utf-8'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['xml', 'text/xml; charset=utf-8'],
  ['text/xml', 'text/xml; charset=utf-8'],
  ['application/xml', 'application/xml; charset=utf-8'],
]);

export interface RenderedPayload {
  /** Undefined for a request without body. */
  readonly body: string | undefined;
  readonly contentType: string | undefined;
}

/**
 * The body of a webhook. Texts are sent as they are in formats other than JSON; everything else is sent as JSON, whatever
 * the format. An unknown format counts as JSON. Reference: webhooks#formats.
 */
export function renderPayload(payload: Json, format: string | null, parameters: Parameters): RenderedPayload {
  if (payload === null) return { body: undefined, contentType: undefined };
  const contentType = MEDIA_TYPES.get(format?.toLowerCase() ?? 'json') ?? 'application/json';
  const rendered = render(payload, parameters);
  // A text that is one placeholder may have become a number, which is text nevertheless in a format of texts.
  const isVerbatim = typeof payload === 'string' && contentType !== 'application/json';
  return { body: isVerbatim ? String(rendered) : JSON.stringify(rendered), contentType };
}

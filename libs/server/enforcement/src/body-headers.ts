import type { IncomingMessage } from 'node:http';
import type { BodyHeaders } from '@gatehouse/request-body';

/** The headers of a request that describe its body. */
export function bodyHeaders({
  headers,
  headersDistinct,
}: Pick<IncomingMessage, 'headers' | 'headersDistinct'>): BodyHeaders {
  // Node reports only the first of several `Content-Type` headers, and a service may use another one: several count as none.
  const contentType = headersDistinct['content-type']?.join(', ');
  return { contentType, contentEncoding: headers['content-encoding'] };
}

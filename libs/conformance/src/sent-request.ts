/** A request to a service, to be sent byte for byte as written. */
export interface SentRequest {
  readonly method: string;
  /** The path after the service's name, as sent; empty, or with its leading slash. */
  readonly path: string;
  /** The query as sent, with its question mark; empty without a query. */
  readonly query: string;
  readonly contentType?: string;
  readonly body?: string;
}

/** As in a file of cases: `GET /path?query`, and optionally a media type and a body. */
export interface WrittenRequest {
  request: string;
  content_type?: string;
  body?: string;
}

/** Parses a written request; throws if it is malformed, so that misspelled cases fail. */
export function sentRequest({ request, content_type: contentType, body }: WrittenRequest): SentRequest {
  const [, method, path = '', query = ''] = /^([A-Z]+)(?: (\/[^?\s]*)?(\?\S*)?)?$/.exec(request) ?? [];
  if (method === undefined) throw new Error(`Not a request: ${request}`);
  return {
    method,
    path,
    query,
    ...(contentType === undefined ? {} : { contentType }),
    ...(body === undefined ? {} : { body }),
  };
}

import type { Middleware } from 'openapi-fetch';

export type Encoding = 'json' | 'urlencoded' | 'multipart';

/** Sends the bodies that the client writes as JSON in another of the encodings in which the service reads them. */
export function sendsBodiesAs(encoding: Encoding): Middleware {
  return {
    async onRequest({ request }) {
      if (encoding === 'json' || request.headers.get('Content-Type') !== 'application/json') return request;
      const fields = fieldsOf((await request.clone().json()) as object);
      const body = encoding === 'urlencoded' ? new URLSearchParams(fields) : formData(fields);
      const headers = new Headers(request.headers);
      // The media type follows from the body, with its boundary.
      headers.delete('Content-Type');
      return new Request(request.url, { method: request.method, headers, body, redirect: request.redirect });
    },
  };
}

/** Members of lists individually; objects and lists without members as JSON, the only representation that a form has for them. */
function fieldsOf(body: object): [string, string][] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    Array.isArray(value) && value.length > 0
      ? value.map((member): [string, string] => [name, textOf(member)])
      : [[name, textOf(value)] satisfies [string, string]],
  );
}

function textOf(value: unknown): string {
  if (value === true) return 'Yes';
  if (value === false) return 'off';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function formData(fields: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

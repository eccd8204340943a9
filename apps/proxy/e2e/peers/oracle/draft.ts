import type { PeerRequest } from './request';

/** A request under construction. */
export interface Draft {
  method: string;
  path: string;
  /** Of the query, each as sent. */
  pairs: string[];
  headers: (readonly [name: string, value: string])[];
  mediaType: string | undefined;
  text: string | undefined;
}

/** A draft to change. */
export function draftOf({ method, path, query, headers = [], body }: PeerRequest): Draft {
  return {
    method,
    path,
    pairs: query === '' ? [] : query.split('&'),
    headers: [...headers],
    mediaType: body?.mediaType,
    text: body?.text,
  };
}

export function requestOf({ method, path, pairs, headers, mediaType, text }: Draft): PeerRequest {
  const request = { method, path: encoded(path), query: encoded(pairs.join('&')), headers };
  return text === undefined ? request : { ...request, body: { mediaType, text } };
}

/** Characters that HTTP does not allow in an address are encoded. */
function encoded(text: string): string {
  return text.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (character) => encodeURIComponent(character));
}

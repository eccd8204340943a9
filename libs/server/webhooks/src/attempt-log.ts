import type { OutgoingReply, OutgoingRequest } from '@gatehouse/outgoing';
import type { LoggedAttempt, LoggedRequest } from './delivery-repository';

/** Most UTF-16 code units of a body in the log. */
const MAX_BODY_LENGTH = 4_096;
const MAX_HEADER_LENGTH = 200;

/** Headers of replies that are logged; others may be confidential, such as cookies. */
const REPLY_HEADERS = ['content-type', 'content-length', 'location', 'retry-after', 'server', 'date'];

const REDACTED = '<redacted>';

/** Builds the log of an attempt: call it with the outcome. */
export interface AttemptLog {
  (error: string | null, reply?: OutgoingReply): LoggedAttempt;
  /** The request that is sent. */
  request(request: OutgoingRequest): void;
}

/**
 * Log of an attempt that starts now. The address of the one-time link does not occur in it, neither in the request nor in a
 * reply that repeats it; nor do signatures.
 */
export function attemptLog(attempt: number, startedAt: Date, callbackUrl: string | null): AttemptLog {
  const token = callbackUrl?.split('/').at(-1);
  const clean = (text: string, length: number): string =>
    cut(token ? text.replaceAll(token, REDACTED) : text, length);
  let logged: LoggedRequest | null = null;
  const log = (error: string | null, reply?: OutgoingReply): LoggedAttempt => ({
    attempt,
    at: startedAt.toISOString(),
    duration_ms: Date.now() - startedAt.getTime(),
    request: logged,
    response: reply
      ? {
          status: reply.status,
          headers: Object.fromEntries(
            REPLY_HEADERS.flatMap((name) => {
              const value = reply.headers[name];
              return value === undefined ? [] : [[name, clean(value, MAX_HEADER_LENGTH)]];
            }),
          ),
          // Its end may be the first part of the token, which is not recognized.
          body: clean(
            reply.isTruncated ? reply.body.slice(0, -(token?.length ?? 1)) : reply.body,
            MAX_BODY_LENGTH,
          ),
          truncated: reply.isTruncated || reply.body.length > MAX_BODY_LENGTH,
        }
      : null,
    error: error === null ? null : clean(error, 500),
  });
  return Object.assign(log, {
    request: ({ method, url, headers, body }: OutgoingRequest) => {
      logged = {
        method,
        url: cut(url, MAX_BODY_LENGTH),
        headers: { ...headers, 'webhook-signature': REDACTED },
        body: body === undefined ? null : clean(body, MAX_BODY_LENGTH),
      };
    },
  });
}

/** A text of at most `length` code units that PostgreSQL can store. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\0\p{Surrogate}]/gu, '\ufffd');
}

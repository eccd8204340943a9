import { randomUUID } from 'node:crypto';
import { type AnswerWriter, errorBody, redactApiTarget, textOf } from '@gatehouse/wire';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { ALLOWED_ANYWHERE } from './cors';
import { SECURITY_HEADERS } from './entry';
import { DEFAULT_FORMAT } from './negotiation';
import { write } from './problem-reply';
import { segmentsOf } from './route-table';

/**
 * Writes the error body of the contract for a request that could not be read, and its line in the log. Of the
 * target, only the path of one that is too long is repeated: otherwise it may not be a path.
 */
export function unreadableAnswer(
  settings: Pick<Settings, 'publicUrl' | 'logRequests'>,
  logger: Logger,
): AnswerWriter {
  return ({ problem, method, path: rawPath, address }) => {
    const { status, errorCode } = problem;
    const requestId = randomUUID();
    if (settings.logRequests)
      logger.info({ requestId, method, status, errorCode, address }, 'request refused unread');
    const shown = redactApiTarget(rawPath, '');
    const path = decoded(shown);
    const url = settings.publicUrl + (shown || '/');
    const body = errorBody(problem, DEFAULT_FORMAT.type, 'en', { method, path, url, routeName: path });
    const text = textOf(write(DEFAULT_FORMAT, status, body));
    const headers = {
      ...Object.fromEntries(SECURITY_HEADERS),
      'X-Request-Id': requestId,
      'Content-Type': DEFAULT_FORMAT.contentType,
      'Content-Language': 'en',
      'X-Gatehouse-Reason': errorCode,
      ...(status === 405 ? { Allow: ALLOWED_ANYWHERE } : {}),
    };
    return { headers, text };
  };
}

/** A path as bodies have it; one that was cut within an escape remains as it is. */
function decoded(path: string): string {
  const segments = segmentsOf(path);
  return segments ? `/${segments.join('/')}` : path;
}

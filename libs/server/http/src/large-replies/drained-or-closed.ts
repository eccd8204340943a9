import type { ServerResponse } from 'node:http';

/**
 * Resolves when a response has room for more, or its connection is closed. Unlike `once` of Node, it does not fail on errors of the
 * connection, which is then closed. It leaves no listener behind.
 */
export function drainedOrClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

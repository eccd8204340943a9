import { ServerResponse } from 'node:http';
import type { ReplySink } from './reply-sink';

/**
 * Aborts a reply that has begun and cannot be completed, so that it does not look complete. In HTTP/1.0, which many front
 * ends still use, a reply of unknown length ends with its connection: the connection is then reset instead of closed.
 */
export function abortReply(sink: ReplySink): void {
  const isOld = sink instanceof ServerResponse && sink.req.httpVersion === '1.0';
  if (isOld && sink.socket) sink.socket.resetAndDestroy();
  else sink.destroy();
}

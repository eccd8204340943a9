import { ServerResponse } from 'node:http';
import type { ReplySink } from './reply-sink';

/**
 * Ends a reply that has begun and cannot be finished, so that nobody takes it for a whole one. To HTTP/1.0, which many
 * front ends still speak, a reply of unknown length ends with its connection: that one is reset then instead of closed.
 */
export function abortReply(sink: ReplySink): void {
  const isOld = sink instanceof ServerResponse && sink.req.httpVersion === '1.0';
  if (isOld && sink.socket) sink.socket.resetAndDestroy();
  else sink.destroy();
}

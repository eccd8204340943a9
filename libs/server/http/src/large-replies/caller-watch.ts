import type { IncomingMessage } from 'node:http';
import { tokenOf } from '../provide';

/** Observes who receives a reply that takes some time. */
export interface CallerWatch {
  /**
   * Calls `ended` once if the caller of a request ceases to be one who may have sent it, for example because the session ended.
   * The returned function ends the observation.
   */
  watch(request: IncomingMessage, ended: () => void): () => void;
}

export const CALLER_WATCH = tokenOf<CallerWatch>('caller watch');

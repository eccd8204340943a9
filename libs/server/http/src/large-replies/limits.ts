import { tokenOf } from '../provide';

/** Bounds of replies whose content grows with the data, in one process. */
export interface LargeReplyLimits {
  /** Bytes up to which a reply is collected and sent with its length; a larger one is sent in chunks while it is written. */
  readonly collectedBytes: number;
  /** Text of a reply that waits for its client: so many chunks of so many bytes. */
  readonly chunkBytes: number;
  readonly waitingChunks: number;
  /** Milliseconds after which a client that accepts nothing is cut off. */
  readonly stallMs: number;
  /** Replies that are written at the same time: all, those of one user, and those of all callers without session. */
  readonly maxAtOnce: number;
  readonly maxOfUser: number;
  readonly maxOfAnonymous: number;
  /** Entries of a list that one statement reads, and those of a page of a longer list. */
  readonly entriesAtOnce: number;
  readonly pageEntries: number;
  /** Resources with assignments, and their ancestors, that are sorted for a listing; more are found by all children of each. */
  readonly sortedBranches: number;
  /** Milliseconds that a reply takes at most which is read in one transaction, whatever its client accepts. */
  readonly transactionMs: number;
  /** Milliseconds for which replies go on while the process stops. */
  readonly stopGraceMs: number;
}

export const LARGE_REPLY_LIMITS = tokenOf<LargeReplyLimits>('limits of large replies');

export const DEFAULT_LARGE_REPLY_LIMITS: LargeReplyLimits = {
  collectedBytes: 1024 * 1024,
  chunkBytes: 16 * 1024,
  waitingChunks: 2,
  stallMs: 60_000,
  maxAtOnce: 16,
  maxOfUser: 12,
  maxOfAnonymous: 4,
  entriesAtOnce: 10_000,
  pageEntries: 500,
  sortedBranches: 50_000,
  transactionMs: 600_000,
  stopGraceMs: 3_000,
};

/** A change is not the one that follows the snapshot's revision: some are missing, or it is known already. */
export class RevisionGapError extends Error {
  override readonly name = 'RevisionGapError';

  constructor(
    readonly expected: number,
    readonly received: number,
  ) {
    super(`expected revision ${expected}, received ${received}`);
  }
}

/**
 * Rows do not fit together or do not fit the snapshot (an assignment on an unknown resource, an id that is no id). Whoever
 * follows the store answers it by loading afresh; the snapshot itself is unchanged.
 */
export class InconsistentRowsError extends Error {
  override readonly name = 'InconsistentRowsError';
}

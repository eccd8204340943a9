/** A change does not follow the revision of the snapshot: revisions are missing, or it was already applied. */
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
 * Rows do not fit together or do not fit the snapshot (an assignment on an unknown resource, an invalid id). The follower of
 * the store reloads the snapshot then; the snapshot itself is unchanged.
 */
export class InconsistentRowsError extends Error {
  override readonly name = 'InconsistentRowsError';
}

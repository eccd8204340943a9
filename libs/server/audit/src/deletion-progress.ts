import { type UnitOfWork, rowsLeft, unfinishedDeletions } from '@gatehouse/database';
import type { AuditEntry } from './audit-entry';
import type { AuditLog } from './audit-log';

/** Deletions that are reported. */
const MAX_DELETIONS = 10;
/** Rows that are counted of each. */
const MAX_ROWS = 10_000;

/** A large deletion that goes on. */
export interface RunningDeletion {
  /** What was deleted, by whom and when. */
  readonly entry: AuditEntry;
  /** Rows that are left; as many as are counted if there are more. */
  readonly rowsLeft: number;
  readonly hasMore: boolean;
}

/** How far the removal of rows after large deletions is. Reference: data#large-deletions. */
export class DeletionProgress {
  constructor(
    private readonly log: Pick<AuditLog, 'ofRevisions'>,
    private readonly unitOfWork: Pick<UnitOfWork, 'manager'>,
    private readonly maxRows = MAX_ROWS,
  ) {}

  /** The oldest first; only those that the audit log has. */
  async running(): Promise<RunningDeletion[]> {
    const { manager } = this.unitOfWork;
    const revisions = await unfinishedDeletions(manager, MAX_DELETIONS);
    const entries = await this.log.ofRevisions(revisions);
    const running: RunningDeletion[] = [];
    const byRevision = new Map(entries.map((entry) => [entry.revision, entry]));
    for (const revision of revisions) {
      const entry = byRevision.get(revision);
      if (!entry) continue;
      const left = await rowsLeft(manager, revision, this.maxRows + 1);
      running.push({ entry, rowsLeft: Math.min(left, this.maxRows), hasMore: left > this.maxRows });
    }
    return running;
  }
}

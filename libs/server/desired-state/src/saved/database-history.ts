import { REVISION_MARK_SQL, type UnitOfWork } from '@gatehouse/database';

/**
 * Identifies the history of a database by a revision and the time at which it began: another history may have a revision of that
 * number, but not of that time. Followers of the change feed recognize theirs in the same way.
 */
export class DatabaseHistory {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The history up to a revision, as text. */
  async at(revision: number): Promise<string> {
    const [row] = await this.unitOfWork.manager.query<{ mark: string }[]>(REVISION_MARK_SQL, [revision]);
    return `${revision}-${row?.mark ?? ''}`;
  }

  /** Whether the database still has a history; also if the change log does not go back that far, it counts as another one. */
  async isCurrent(history: string): Promise<boolean> {
    const revision = /^(\d{1,15})-/.exec(history)?.[1];
    return revision !== undefined && (await this.at(Number(revision))) === history;
  }
}

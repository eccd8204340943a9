import { type UnitOfWork, newestRevision } from '@gatehouse/database';
import { ChangeRepository, type ChangeRow } from './change-repository';

/** A page of the change log with the newest revision. */
export interface ChangesPage {
  readonly newest: number;
  readonly rows: readonly ChangeRow[];
}

const PAGE = 100;

/** Maximum number of changes of a page, regardless of the number of revisions requested. */
const MAX_CHANGES = 5000;

/** Who changed what, in the order of the commits. Reference: data#revisions. */
export class Changes {
  private readonly log: ChangeRepository;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.log = new ChangeRepository(unitOfWork);
  }

  newestRevision(): Promise<number> {
    return newestRevision(this.unitOfWork.manager);
  }

  /** Whether the log has a revision. */
  has(revision: number): Promise<boolean> {
    return this.log.has(revision);
  }

  /** The entities that changed after a revision. */
  entitiesAfter(revision: number): Promise<string[]> {
    return this.log.entitiesAfter(revision);
  }

  /** A client that continues after the last revision of a page misses no change and sees none twice. */
  async page(after = 0, limit = PAGE): Promise<ChangesPage> {
    const rows = await this.wholeRevisions(after, limit);
    // Read last, so that it is never older than a revision of the page.
    return { newest: await this.newestRevision(), rows };
  }

  /** Revisions are never split: one with more changes than fit on a page is a separate page. */
  private async wholeRevisions(after: number, limit: number): Promise<ChangeRow[]> {
    const rows = await this.log.after(after, limit, MAX_CHANGES + 1);
    if (rows.length <= MAX_CHANGES) return rows;
    const cut = rows.at(-1)?.revision;
    const whole = rows.filter(({ revision }) => revision !== cut);
    return whole.length > 0 ? whole : this.log.after(after, 1);
  }
}

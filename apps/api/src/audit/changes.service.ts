import { Injectable } from '@nestjs/common';
import { type ChangeRow, ChangesRepository } from './changes.repository';

/** A page of the change log with the newest revision. */
export interface ChangesPage {
  readonly newest: number;
  readonly rows: readonly ChangeRow[];
}

const PAGE = 100;

/** Maximum number of changes of a page, regardless of the number of revisions requested. */
const MOST_CHANGES = 5000;

/** Who changed what, in the order of the commits. Reference: data#revisions. */
@Injectable()
export class ChangesService {
  constructor(private readonly changes: ChangesRepository) {}

  /** A client that continues after the last revision of a page misses no change and sees none twice. */
  async page(after = 0, limit = PAGE): Promise<ChangesPage> {
    const rows = await this.wholeRevisions(after, limit);
    // Read last, so that it is never older than a revision of the page.
    return { newest: await this.changes.newestRevision(), rows };
  }

  /** Revisions are never split: one with more changes than fit on a page is a separate page. */
  private async wholeRevisions(after: number, limit: number): Promise<ChangeRow[]> {
    const rows = await this.changes.after(after, limit, MOST_CHANGES + 1);
    if (rows.length <= MOST_CHANGES) return rows;
    const cut = rows.at(-1)?.revision;
    const whole = rows.filter(({ revision }) => revision !== cut);
    return whole.length > 0 ? whole : this.changes.after(after, 1);
  }
}

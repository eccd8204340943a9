import { Injectable } from '@nestjs/common';
import { type ChangeRow, ChangesRepository } from './changes.repository';

/** A page of the change log with the newest revision there is. */
export interface ChangesPage {
  readonly newest: number;
  readonly rows: readonly ChangeRow[];
}

const PAGE = 100;

/** Changes after which a page ends, however many revisions were asked for. */
const MOST_CHANGES = 5000;

/** Who changed what, in the order in which it became true. Reference: data#revisions. */
@Injectable()
export class ChangesService {
  constructor(private readonly changes: ChangesRepository) {}

  /** Whoever asks again after the last revision of a page misses nothing and sees nothing twice. */
  async page(after = 0, limit = PAGE): Promise<ChangesPage> {
    const rows = await this.wholeRevisions(after, limit);
    // Read afterwards, so that it is never older than a revision of the page.
    return { newest: await this.changes.newestRevision(), rows };
  }

  /** No revision is told in part: one of more changes than a page has is a page of its own. */
  private async wholeRevisions(after: number, limit: number): Promise<ChangeRow[]> {
    const rows = await this.changes.after(after, limit, MOST_CHANGES + 1);
    if (rows.length <= MOST_CHANGES) return rows;
    const cut = rows.at(-1)?.revision;
    const whole = rows.filter(({ revision }) => revision !== cut);
    return whole.length > 0 ? whole : this.changes.after(after, 1);
  }
}

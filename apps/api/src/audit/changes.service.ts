import { Injectable } from '@nestjs/common';
import { type ChangeRow, ChangesRepository } from './changes.repository';

/** A page of the change log with the newest revision there is. */
export interface ChangesPage {
  readonly newest: number;
  readonly rows: readonly ChangeRow[];
}

const PAGE = 100;

/** Who changed what, in the order in which it became true. Architecture 6. */
@Injectable()
export class ChangesService {
  constructor(private readonly changes: ChangesRepository) {}

  /** Whoever asks again after the last revision of a page misses nothing and sees nothing twice. */
  async page(after = 0, limit = PAGE): Promise<ChangesPage> {
    const rows = await this.changes.after(after, limit);
    // Read afterwards, so that it is never older than a revision of the page.
    return { newest: await this.changes.newestRevision(), rows };
  }
}

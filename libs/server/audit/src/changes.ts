import { type UnitOfWork, newestRevision } from '@gatehouse/database';
import { ChangeRepository, type ChangeRow, type NumberedChange } from './change-repository';

/** A page of the change log with the newest revision. */
export interface ChangesPage {
  readonly newest: number;
  /** The changes of the revisions; of a single one with too many to be read at once, the first of them. */
  readonly rows: readonly ChangeRow[];
  /** Whether `rows` has not all changes: `Changes.of` reads them. */
  readonly isLarge: boolean;
}

const PAGE = 100;

/** Maximum number of changes of a page, regardless of the number of revisions requested. */
const MAX_CHANGES = 5000;

/** Who changed what, in the order of the commits. Reference: data#revisions. */
export class Changes {
  private readonly log: ChangeRepository;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly maxChanges = MAX_CHANGES,
  ) {
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
    const rows = await this.log.after(after, limit, this.maxChanges + 1);
    // Revisions are never split: one with more changes than fit on a page is a separate page.
    const cut = rows.length > this.maxChanges ? rows.at(-1)?.revision : undefined;
    const whole = rows.filter(({ revision }) => revision !== cut);
    const isLarge = cut !== undefined && whole.length === 0;
    // Read last, so that it is never older than a revision of the page.
    return { newest: await this.newestRevision(), rows: isLarge ? rows.slice(0, 1) : whole, isLarge };
  }

  /** Up to `limit` changes of a revision, in order, that follow another one. */
  of(
    revision: number,
    { limit, after }: { readonly limit: number; readonly after?: NumberedChange },
  ): Promise<NumberedChange[]> {
    return this.log.changesOf(revision, after?.id, limit);
  }
}

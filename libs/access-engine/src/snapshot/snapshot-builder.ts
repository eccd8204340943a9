import { AccessSnapshot } from './access-snapshot';
import { type Steps, inOneGo } from '../steps';
import type { TypeCatalogue } from '../type-catalogue';
import type { SpecialNames } from './rows';
import { StoreBuilder } from './store-builder';

/**
 * Loads a snapshot in portions, so that a large store can be read through cursors: any number of `add…` calls in any
 * order, then one `finish`. All portions must be of the same revision.
 */
export class SnapshotBuilder extends StoreBuilder {
  constructor(
    names: SpecialNames,
    private readonly types: TypeCatalogue,
  ) {
    super(names);
  }

  /** Creates the snapshot of the added rows. Throws `InconsistentRowsError` if they are inconsistent. */
  finish(revision: number): AccessSnapshot {
    return inOneGo(this.finishInSteps(revision));
  }

  /** The same, in steps. */
  *finishInSteps(revision: number): Steps<AccessSnapshot> {
    return new AccessSnapshot(yield* this.buildInSteps(), this.types, revision);
  }
}

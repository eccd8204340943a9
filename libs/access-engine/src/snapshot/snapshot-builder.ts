import { AccessSnapshot } from './access-snapshot';
import type { TypeCatalogue } from '../type-catalogue';
import type { SpecialNames } from './rows';
import { StoreBuilder } from './store-builder';

/**
 * Loads a snapshot in portions, so that a large store can be read through cursors: any number of `add…` calls in any
 * order, then one `finish`. All portions must show the same revision.
 */
export class SnapshotBuilder extends StoreBuilder {
  constructor(
    names: SpecialNames,
    private readonly types: TypeCatalogue,
  ) {
    super(names);
  }

  /** The snapshot of all that was added. Throws `InconsistentRowsError` when rows do not fit together. */
  finish(revision: number): AccessSnapshot {
    return new AccessSnapshot(this.build(), this.types, revision);
  }
}

import { computed, inject, Injectable, signal } from '@angular/core';
import type { ConflictingAssignmentDto, PermissionPreviewDto, PermissionsChangedDto } from '@gatehouse/dto';
import { asProblem, PermissionsApi, type Problem } from '@gatehouse/ui-data';
import type { RemoteChange } from '@gatehouse/ui-grid';
import { keyOf, oldestRevision, type PlannedChange, toAssignmentChange } from './planned-change';
import { afterOthers, findRemoteChanges, type RemoteChanges, toRemoteChanges } from './remote-changes';

/** A change of the same assignment by somebody else. */
export interface Conflict {
  readonly change: PlannedChange;
  readonly remote: RemoteChange;
  /** Undefined until the user has decided. */
  readonly keep: 'mine' | 'theirs' | undefined;
}

const PAGE = 50;

/** A review of changes before they are saved: conflicts with changes of others, and their effects. */
@Injectable()
export class ReviewStore {
  private readonly api = inject(PermissionsApi);
  private readonly planned = signal<readonly PlannedChange[]>([]);

  readonly changes = this.planned.asReadonly();
  readonly preview = signal<PermissionPreviewDto | undefined>(undefined);
  readonly entries = signal<PermissionPreviewDto['entries']>([]);
  readonly conflicts = signal<readonly Conflict[]>([]);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly loading = signal(false);
  readonly saving = signal(false);
  /** Others have made all of the changes already. */
  readonly isDone = signal(false);
  readonly hasMore = computed(() => this.entries().length < (this.preview()?.total ?? 0));

  /** Compares the changes with those of others and computes their effects, unless they are under review already. */
  async start(changes: readonly PlannedChange[]): Promise<void> {
    if (this.preview() && this.conflicts().length === 0 && areSame(changes, this.planned())) return;
    this.planned.set(changes);
    await this.compute();
  }

  async compute(): Promise<void> {
    await this.attempt(this.loading, async () => {
      const planned = this.planned();
      const found = await findRemoteChanges(this.api, planned);
      // Other changes have been planned meanwhile.
      if (planned !== this.planned()) return;
      this.take(found);
      if (this.conflicts().length === 0 && this.planned().length > 0) await this.readPreview();
    });
  }

  async showMore(): Promise<void> {
    await this.attempt(this.loading, async () => {
      const page = { offset: this.entries().length, limit: PAGE };
      const { entries } = await this.api.preview(this.planned().map(toAssignmentChange), page);
      this.entries.update((shown) => [...shown, ...entries]);
    });
  }

  /**
   * Saves all changes or none, provided that nobody has changed the same assignments since they were edited. Returns undefined
   * when nothing was saved: then there is a problem or a conflict.
   */
  async save(): Promise<PermissionsChangedDto | undefined> {
    if (!this.preview() || this.planned().length === 0) return undefined;
    let saved: PermissionsChangedDto | undefined;
    await this.attempt(this.saving, async () => {
      const planned = this.planned();
      saved = await this.api.change(planned.map(toAssignmentChange), oldestRevision(planned));
    });
    return saved;
  }

  keep(conflict: Conflict, side: Conflict['keep']): void {
    this.conflicts.update((conflicts) =>
      conflicts.map((other) => (other.change === conflict.change ? { ...other, keep: side } : other)),
    );
  }

  /** Drops the changes that yield to those of others, and computes the effects of the rest. All conflicts are decided. */
  async resolve(): Promise<readonly Conflict[]> {
    const conflicts = this.conflicts();
    const byKey = new Map(conflicts.map((conflict) => [keyOf(conflict.change), conflict]));
    this.planned.update((changes) =>
      changes.flatMap((change) => {
        const conflict = byKey.get(keyOf(change));
        if (!conflict) return [change];
        const { remote: _, ...rest } = change;
        const { now, revision } = conflict.remote;
        return conflict.keep === 'mine' ? [{ ...rest, before: now, revision }] : [];
      }),
    );
    this.conflicts.set([]);
    if (this.planned().length > 0) await this.compute();
    return conflicts;
  }

  /** Takes what others have done; conflicts replace the review until they are decided. */
  private take(found: RemoteChanges): void {
    this.planned.update((changes) => afterOthers(changes, found));
    const decided = new Map(this.conflicts().map((conflict) => [keyOf(conflict.change), conflict]));
    this.conflicts.set(
      this.planned().flatMap((change) => {
        if (!change.remote) return [];
        const before = decided.get(keyOf(change));
        const keep = before?.remote.revision === change.remote.revision ? before.keep : undefined;
        return [{ change, remote: change.remote, keep }];
      }),
    );
    this.isDone.set(this.planned().length === 0);
  }

  private async readPreview(): Promise<void> {
    const preview = await this.api.preview(this.planned().map(toAssignmentChange), { limit: PAGE });
    this.preview.set(preview);
    this.entries.set(preview.entries);
  }

  private async attempt(busy: typeof this.loading, work: () => Promise<void>): Promise<void> {
    busy.set(true);
    this.problem.set(undefined);
    try {
      await work();
    } catch (thrown) {
      const problem = asProblem(thrown);
      const conflicts = conflictsIn(problem);
      if (conflicts.size > 0) this.take(conflicts);
      else this.problem.set(problem);
    } finally {
      busy.set(false);
    }
  }
}

/** What a refusal with 412 says about changes of others. */
function conflictsIn({ status, body }: Problem): RemoteChanges {
  if (status !== 412) return new Map();
  const { conflicts = [] } = body as { conflicts?: readonly ConflictingAssignmentDto[] };
  return toRemoteChanges(conflicts);
}

function areSame(a: readonly PlannedChange[], b: readonly PlannedChange[]): boolean {
  const text = (changes: readonly PlannedChange[]): string =>
    JSON.stringify(changes.map((change) => [keyOf(change), change.revision, change.after, change.remote]));
  return text(a) === text(b);
}

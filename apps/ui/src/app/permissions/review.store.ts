import { computed, inject, Injectable, signal } from '@angular/core';
import type { ConflictingAssignmentDto, PermissionPreviewDto, PermissionsChangedDto } from '@gatehouse/dto';
import { asProblem, PermissionsApi, type Problem } from '@gatehouse/ui-data';
import type { Assignment } from '@gatehouse/ui-grid';
import { keyOf, type PlannedChange, toAssignmentChange } from './planned-change';

/** A concurrent change of the same assignment by another user. */
export interface Conflict {
  readonly change: PlannedChange;
  readonly theirs: Assignment | null;
  readonly keep: 'mine' | 'theirs';
}

const PAGE = 50;

/** A review of changes before they are saved: their effects, and conflicts with changes of others. */
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
  readonly hasMore = computed(() => this.entries().length < (this.preview()?.total ?? 0));

  /** Computes the effects of the changes. */
  async start(changes: readonly PlannedChange[]): Promise<void> {
    this.planned.set(changes);
    this.conflicts.set([]);
    await this.compute();
  }

  async compute(): Promise<void> {
    await this.attempt(this.loading, async () => {
      const preview = await this.api.preview(this.planned().map(toAssignmentChange), { limit: PAGE });
      this.preview.set(preview);
      this.entries.set(preview.entries);
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
   * Saves all changes or none, provided that the same assignments have not changed since the preview. Returns undefined when
   * nothing was saved: then there is a problem or a conflict.
   */
  async save(): Promise<PermissionsChangedDto | undefined> {
    const revision = this.preview()?.revision;
    if (revision === undefined) return undefined;
    let saved: PermissionsChangedDto | undefined;
    await this.attempt(this.saving, async () => {
      saved = await this.api.change(this.planned().map(toAssignmentChange), revision);
    });
    return saved;
  }

  keep(conflict: Conflict, side: Conflict['keep']): void {
    this.conflicts.update((conflicts) =>
      conflicts.map((other) => (other.change === conflict.change ? { ...other, keep: side } : other)),
    );
  }

  /** Drops the changes that yield to those of others, and computes the effects of the rest again. */
  async resolve(): Promise<readonly Conflict[]> {
    const conflicts = this.conflicts();
    const byKey = new Map(conflicts.map((conflict) => [keyOf(conflict.change), conflict]));
    this.planned.update((changes) =>
      changes.flatMap((change) => {
        const conflict = byKey.get(keyOf(change));
        if (!conflict) return [change];
        return conflict.keep === 'mine' ? [{ ...change, before: conflict.theirs }] : [];
      }),
    );
    this.conflicts.set([]);
    if (this.planned().length > 0) await this.compute();
    return conflicts;
  }

  private async attempt(busy: typeof this.loading, work: () => Promise<void>): Promise<void> {
    busy.set(true);
    this.problem.set(undefined);
    try {
      await work();
    } catch (thrown) {
      const problem = asProblem(thrown);
      const conflicts = conflictsIn(problem, this.planned());
      if (conflicts.length > 0) this.conflicts.set(conflicts);
      else this.problem.set(problem);
    } finally {
      busy.set(false);
    }
  }
}

/** The planned changes that a refusal with 412 names, with what is assigned by now. */
function conflictsIn({ status, body }: Problem, changes: readonly PlannedChange[]): Conflict[] {
  if (status !== 412) return [];
  const { conflicts = [] } = body as { conflicts?: readonly ConflictingAssignmentDto[] };
  const current = new Map(
    conflicts.map((conflict) => [
      keyOf({
        principal:
          conflict.user_name === undefined
            ? { kind: 'group', name: conflict.group_name ?? '' }
            : { kind: 'user', name: conflict.user_name },
        resourceId: conflict.resource_id,
        permission: conflict.permission_name,
        path: '',
        before: null,
        after: null,
      }),
      conflict.current as Assignment | null,
    ]),
  );
  return changes.flatMap((change) => {
    const theirs = current.get(keyOf(change));
    return theirs === undefined ? [] : [{ change, theirs, keep: 'mine' as const }];
  });
}

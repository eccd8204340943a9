import { computed, effect, inject, Injectable, untracked } from '@angular/core';
import { asProblem, type ChangeEvent, ChangeFeed, concerns, PermissionsApi } from '@gatehouse/ui-data';
import { EditsInProgress } from './edits-in-progress';
import { keyOf, type PlannedChange } from './planned-change';
import { compare, findRemoteChanges } from './remote-changes';

/** What can conflict with an edit: other changes of the assignment, and the deletion of what it is about. */
const CONFLICTING = ['user_rule', 'group_rule', 'resource', 'service', 'user', 'group'] as const;
/** Milliseconds until others' changes are read, in which more may follow. */
const DELAY_MS = 250;
/** Milliseconds between two reads: somebody may be importing thousands of assignments. */
const INTERVAL_MS = 2_000;

/**
 * Marks edits of which somebody else has changed the same assignment, as soon as that happens. While there are edits, the changes
 * of others are followed; each edit is compared with the revision of the rows in which it was made.
 */
@Injectable({ providedIn: 'root' })
export class EditConflicts {
  private readonly api = inject(PermissionsApi);
  private readonly feed = inject(ChangeFeed);
  private readonly edits = inject(EditsInProgress);
  private stop: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private newest = 0;
  private last = -INTERVAL_MS;

  /** Edits about which the user has to decide. */
  readonly list = computed(() => this.edits.planned().filter(({ remote }) => remote));
  /** Which edits there are and on what they are based; what others do does not change it. */
  private readonly bases = computed(() =>
    this.edits
      .planned()
      .map((change) => `${keyOf(change)}@${change.revision}`)
      .join('\n'),
  );

  constructor() {
    effect(() => {
      if (this.bases() === '') return this.leave();
      this.stop ??= this.feed.follow((event) => this.changed(event));
      // An edit in a row that was read before the newest change.
      const planned = untracked(this.edits.planned);
      if (planned.some(({ revision }) => revision < this.newest)) this.checkSoon();
    });
  }

  /** Compares all edits with what others have done. */
  async check(): Promise<void> {
    const planned = this.edits.planned();
    if (planned.length === 0) return;
    const found = await findRemoteChanges(this.api, planned);
    for (const change of planned) {
      const remote = found.get(keyOf(change));
      const edits = this.edits.of(change.principal);
      const { resourceId, permission } = change;
      const edit = edits.of(resourceId, permission);
      // Edited or saved meanwhile.
      if (!remote || edit?.revision !== change.revision || edit.after !== change.after) continue;
      const outcome = compare(change, remote);
      if (outcome === 'conflict') {
        if (edit.remote?.revision !== remote.revision) edits.mark(resourceId, permission, remote);
      } else if (outcome === 'done') edits.withdraw(resourceId, permission);
      else edits.rebase(resourceId, permission, remote);
    }
  }

  /** Applies the decision of the user: to replace what somebody else has assigned, or to accept it. */
  decide({ principal, resourceId, permission, remote }: PlannedChange, keep: 'mine' | 'theirs'): void {
    const edits = this.edits.of(principal);
    if (keep === 'mine' && remote && !remote.isDeleted) edits.rebase(resourceId, permission, remote);
    else edits.withdraw(resourceId, permission);
  }

  private leave(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.stop?.();
    this.stop = undefined;
  }

  private changed(event: ChangeEvent): void {
    if (!concerns(event, CONFLICTING)) return;
    this.newest = Math.max(this.newest, event.revision);
    if (this.edits.planned().some(({ revision }) => revision < event.revision)) this.checkSoon();
  }

  private checkSoon(): void {
    if (this.timer !== undefined) return;
    const delay = Math.max(DELAY_MS, this.last + INTERVAL_MS - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.last = performance.now();
      // What cannot be read now is read with the next change, and by the review.
      this.check().catch((thrown: unknown) => asProblem(thrown));
    }, delay);
  }
}

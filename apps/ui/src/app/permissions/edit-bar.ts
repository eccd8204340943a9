import { ChangeDetectionStrategy, Component, computed, effect, inject, signal } from '@angular/core';
import { Banner, Button, Confirmation, Online, Toasts } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { EditConflicts } from './edit-conflicts';
import { PrincipalNames } from '../principals/principal-names';
import { permissionsTexts } from './permissions.texts';
import { PermissionsStore } from './permissions.store';
import type { PlannedChange } from './planned-change';
import { RemoteTexts } from './remote-texts';
import { Review, type SavedChanges } from './review';
import { UnsavedWork } from './unsaved-work';

/**
 * What has been saved or undone, how many edits there are, and what others have done to the same assignments; at the lower edge of
 * the window, so that it is in view wherever the tree is scrolled.
 */
@Component({
  selector: 'gh-edit-bar',
  imports: [Banner, Button, Confirmation, Review],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '[class.idle]': 'isEmpty()' },
  templateUrl: './edit-bar.html',
  styleUrl: './edit-bar.css',
})
export class EditBar {
  private readonly names = inject(PrincipalNames);
  protected readonly store = inject(PermissionsStore);
  protected readonly t = translations(permissionsTexts);
  protected readonly online = inject(Online).online;
  protected readonly conflicts = inject(EditConflicts);
  protected readonly remote = inject(RemoteTexts);
  protected readonly unsaved = inject(UnsavedWork);
  protected readonly reviewing = signal(false);
  private readonly problemTexts = inject(ProblemTexts);
  private readonly toasts = inject(Toasts);

  protected readonly outcome = computed(() => {
    const saved = this.store.saved();
    if (saved) return this.t('saved', { count: saved.changed, revision: String(saved.revision) });
    return this.store.undone() ? this.t('undone') : '';
  });
  /** Why the last change could not be undone. */
  protected readonly problem = computed(() => {
    const problem = this.store.saved() && this.store.problem();
    return problem ? this.problemTexts.of(problem) : '';
  });
  protected readonly conflict = computed(() => this.conflicts.list()[0]);
  protected readonly isEmpty = computed(() => this.store.planned().length === 0 && this.outcome() === '');

  constructor() {
    effect(() => {
      if (!this.reviewing() || this.store.planned().length > 0) return;
      // Others have made the same changes, or theirs were kept: nothing is left to review.
      this.reviewing.set(false);
      this.toasts.show(this.t('nothingLeft'));
    });
  }

  protected conflictText(change: PlannedChange): string {
    const { path, permission, principal, remote } = change;
    return remote ? this.t('conflictOn', { path, permission, name: this.names.of(principal.name) }) : '';
  }

  protected decide(change: PlannedChange, keep: 'mine' | 'theirs'): void {
    this.conflicts.decide(change, keep);
    void this.store.grid()?.refresh();
    this.store.grid()?.requestFocus();
  }

  protected discard(): void {
    this.store.discard();
    this.store.grid()?.requestFocus();
  }

  protected accept(saved: SavedChanges): void {
    this.reviewing.set(false);
    void this.store.accept(saved);
  }
}

import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  output,
  signal,
  untracked,
} from '@angular/core';
import { Banner, Button, Dialog } from '@gatehouse/ui-kit';
import { type Assignment, assignmentText, sameAssignment } from '@gatehouse/ui-grid';
import { AssignmentChanges, type ChangedAssignment } from './assignment-changes';
import { type ChangedDecision, DecisionChanges } from './decision-changes';
import { translations } from '../language/translations';
import { ReaderFormats } from '../language/reader-formats';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalNames } from '../principals/principal-names';
import { gridTexts, reasonText } from './grid-texts';
import { permissionsTexts } from './permissions.texts';
import { keyOf, type PlannedChange } from './planned-change';
import { reviewTexts } from './review.texts';
import { RemoteTexts } from './remote-texts';
import { type Conflict, ReviewStore } from './review.store';

/** What was saved, and which changes it was. */
export interface SavedChanges {
  readonly revision: number;
  readonly changed: number;
  readonly changes: readonly PlannedChange[];
}

/** How many users, and pairs of user and resource, an effect has. */
interface Affected {
  readonly users: number;
  readonly pairs: number;
}

/** The review of changes, from which they are saved. */
@Component({
  selector: 'gh-review',
  imports: [AssignmentChanges, Banner, Button, DecisionChanges, Dialog, ProblemPanel],
  providers: [ReviewStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './review.html',
  styleUrl: './review.css',
})
export class Review {
  readonly changes = input.required<readonly PlannedChange[]>();
  readonly saved = output<SavedChanges>();
  readonly resolved = output<readonly Conflict[]>();
  readonly closed = output();

  protected readonly store = inject(ReviewStore);
  protected readonly t = translations(reviewTexts);
  protected readonly page = translations(permissionsTexts);
  protected readonly key = keyOf;
  protected readonly names = inject(PrincipalNames);
  protected readonly remote = inject(RemoteTexts);
  /** Whether the user has continued before every conflict was decided. */
  protected readonly isUndecided = signal(false);
  private readonly grid = computed(() => gridTexts(this.page, this.names));
  private readonly formats = inject(ReaderFormats);
  protected readonly rows = computed(() =>
    this.store.changes().map(({ path, principal, permission, before, after, atEdit }): ChangedAssignment => {
      const was = sameAssignment(atEdit, before) ? {} : { atEdit };
      return { path, principal: principal.name, permission, before, after, ...was };
    }),
  );
  protected readonly decisions = computed(() =>
    this.store
      .entries()
      .map(({ user_name: user, permission_name: permission, path, after, reason }): ChangedDecision => ({
        user,
        permission,
        path,
        side: after === 'allow' ? 'gains' : 'loses',
        why: reasonText(reason, this.page, this.names),
      })),
  );

  constructor() {
    effect(() => {
      const changes = this.changes();
      untracked(() => void this.store.start(changes));
    });
  }

  protected words(assignment: Assignment | null): string {
    return assignmentText(assignment, this.grid());
  }

  protected number(value: number): string {
    return this.formats.number(value);
  }

  protected gained({ users, pairs }: Affected): string {
    return this.t('gained', {
      users: this.t('usersGain', { count: users }),
      pairs: this.t('pairs', { count: pairs }),
    });
  }

  protected lost({ users, pairs }: Affected): string {
    return this.t('lost', {
      users: this.t('usersLose', { count: users }),
      pairs: this.t('pairs', { count: pairs }),
    });
  }

  protected async save(): Promise<void> {
    const saved = await this.store.save();
    if (saved) this.saved.emit({ ...saved, changes: this.store.changes() });
  }

  protected async resolve(): Promise<void> {
    this.isUndecided.set(this.store.conflicts().some(({ keep }) => !keep));
    if (this.isUndecided()) return;
    this.resolved.emit(await this.store.resolve());
    if (this.store.changes().length === 0) this.closed.emit();
  }
}

import { ChangeDetectionStrategy, Component, computed, effect, inject, input, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import {
  asProblem,
  DirectoryGroupsApi,
  type GroupChanges,
  type GroupDetail,
  Remote,
} from '@gatehouse/ui-data';
import { Button, Card, Confirmation, Skeleton, Toasts, Toggle } from '@gatehouse/ui-kit';
import { ConditionalSave } from '../editing/conditional-save';
import { FieldEdits } from '../editing/field-edits';
import { type SaveField, type TextField, TextFields } from '../editing/text-fields';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { ManagedBy } from '../page-parts/managed-by';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { PrincipalNames } from '../principals/principal-names';
import { ProblemTexts } from '../problems/problem-texts';
import { BuiltIn } from '../principals/built-in';
import { GroupMembers } from './group-members';
import { GroupTerms } from './group-terms';
import { groupsTexts } from './groups.texts';

/** One group: details, members, terms, permissions; and deletion with its consequences. */
@Component({
  selector: 'gh-group-page',
  imports: [
    Button,
    Card,
    Confirmation,
    GroupMembers,
    GroupTerms,
    ManagedBy,
    PageHeader,
    ProblemPanel,
    RouterLink,
    Skeleton,
    TextFields,
    Toggle,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './group-page.html',
  styleUrl: '../page-parts/page.css',
})
export class GroupPage {
  /** Parameter of the route. */
  readonly group_name = input.required<string>();

  private readonly groups = inject(DirectoryGroupsApi);
  private readonly router = inject(Router);
  private readonly works = inject(WorkInProgress);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly builtIn = inject(BuiltIn);
  protected readonly names = inject(PrincipalNames);
  private readonly saving = inject(ConditionalSave);

  protected readonly t = translations(groupsTexts);
  protected readonly group = new Remote(() => this.groups.get(this.group_name()));
  protected readonly edits = new FieldEdits<GroupDetail>({
    current: this.group.value,
    kind: 'group.changed',
    column: (field) => (field === 'group_name' ? 'name' : field),
  });
  protected readonly deleting = signal(false);
  protected readonly action = new Action();
  protected readonly switching = new Action();
  protected readonly locked = computed(() => this.builtIn.isGroup(this.group_name()));
  protected readonly isEveryone = computed(() => this.builtIn.isAnonymous(this.group_name()));
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  protected readonly fields = computed<readonly TextField[]>(() => {
    const group = this.group.value();
    if (!group) return [];
    const { group_name, description } = group;
    const locked = this.locked();
    return [
      { name: 'group_name', label: this.t('form.name'), value: group_name, locked },
      {
        name: 'description',
        label: this.t('form.description'),
        value: description,
        shown: description || this.t('none'),
        locked,
      },
    ];
  });
  protected readonly saveField: SaveField = async (name, value) => {
    try {
      await this.save({ [name]: value });
      return undefined;
    } catch (thrown) {
      return this.problems.of(asProblem(thrown));
    }
  };

  constructor() {
    effect(() => {
      this.group_name();
      this.works.ended();
      void this.group.load();
    });
    followChanges(['group', 'membership'], () => this.group.load());
  }

  protected async setDiscoverable(discoverable: boolean): Promise<void> {
    await this.switching.run(() => this.save({ discoverable }));
    // After a refusal too: the switch shows what is stored.
    if (this.switching.problem()) await this.group.load();
  }

  protected ask(): void {
    this.action.reset();
    this.deleting.set(true);
  }

  protected async delete(): Promise<void> {
    if (!(await this.action.run(() => this.groups.delete(this.group_name())))) return;
    this.toasts.show(this.t('deleted', { count: 1 }));
    await this.router.navigate(['/groups']);
  }

  private async save(changes: GroupChanges): Promise<void> {
    const edit = { values: changes, since: this.edits.since, label: (field: string) => this.labelOf(field) };
    const isSaved = await this.saving.save(edit, (values, ifMatch) =>
      this.groups.change(this.group_name(), values, ifMatch),
    );
    if (isSaved) this.toasts.show(this.t('saved'));
    const { group_name } = changes;
    if (isSaved && group_name !== undefined)
      await this.router.navigate(['/groups', group_name], { replaceUrl: true });
    else await this.group.load();
  }

  private labelOf(name: string): string {
    const field = this.fields().find((each) => each.name === name);
    return field?.label ?? this.t('form.discoverable');
  }
}

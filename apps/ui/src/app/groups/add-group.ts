import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { NonNullableFormBuilder, ReactiveFormsModule, Validators } from '@angular/forms';
import { DirectoryGroupsApi } from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Field, KIT_TEXTS } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import { groupsTexts } from './groups.texts';

/** The form of a new group. */
@Component({
  selector: 'gh-add-group',
  imports: [Banner, Button, Dialog, Field, ReactiveFormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './add-group.html',
  styleUrl: '../page-parts/page.css',
})
export class AddGroup {
  /** Emits the name of the new group. */
  readonly added = output<string>();
  readonly cancelled = output();

  private readonly groups = inject(DirectoryGroupsApi);
  private readonly problems = inject(ProblemTexts);

  protected readonly t = translations(groupsTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly action = new Action();
  private readonly missing = signal(false);
  protected readonly form = inject(NonNullableFormBuilder).group({
    group_name: ['', Validators.required],
    description: [''],
    discoverable: [false],
    terms: [''],
  });
  private readonly first = viewChild.required<Field>('first');

  protected readonly nameError = computed(() => {
    if (this.missing()) return this.t('form.required');
    const problem = this.action.problem();
    return problem?.param?.name === 'group_name' ? this.problems.of(problem) : '';
  });
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem && problem.param?.name !== 'group_name' ? this.problems.of(problem) : '';
  });

  constructor() {
    afterNextRender(() => this.first().focus());
  }

  protected async submit(): Promise<void> {
    this.missing.set(this.form.invalid);
    if (this.form.invalid) return;
    const { group_name, description, discoverable, terms } = this.form.getRawValue();
    const name = group_name.trim();
    const group = {
      group_name: name,
      discoverable,
      ...(description && { description }),
      ...(terms && { terms }),
    };
    if (await this.action.run(() => this.groups.create(group))) this.added.emit(name);
  }
}

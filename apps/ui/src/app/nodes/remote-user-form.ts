import { ChangeDetectionStrategy, Component, computed, inject, output, signal } from '@angular/core';
import { NonNullableFormBuilder, ReactiveFormsModule } from '@angular/forms';
import { NodesApi, Remote } from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Field, KIT_TEXTS } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import { nodesTexts } from './nodes.texts';

/** The form that admits a user of another instance, and links it with a user here. */
@Component({
  selector: 'gh-remote-user-form',
  imports: [Banner, Button, Dialog, Field, ReactiveFormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-dialog [heading]="t('addUser')" (cancelled)="cancelled.emit()">
      <form novalidate [formGroup]="form" (ngSubmit)="submit()">
        <gh-banner tone="danger" [message]="refusal()" />
        <div>
          <label class="label" for="gh-remote-node">{{ t('user.node') }}</label>
          <select id="gh-remote-node" formControlName="node_name">
            @for (node of nodes.value(); track node.name) {
              <option [value]="node.name">{{ node.name }}</option>
            }
          </select>
        </div>
        <gh-field
          formControlName="remote_user_name"
          [name]="'remote_user_name'"
          [label]="t('user.remote')"
          [required]="true"
          [error]="missing() ? t('form.required') : ''"
        />
        <gh-field
          formControlName="user_name"
          [name]="'user_name'"
          [label]="t('user.local')"
          [hint]="t('user.localHint')"
        />
        <div class="actions end">
          <button ghButton type="button" look="quiet" (click)="cancelled.emit()">{{ kit().cancel }}</button>
          <button ghButton look="primary" type="submit" [busy]="action.busy()">{{ t('addUser') }}</button>
        </div>
      </form>
    </gh-dialog>
  `,
  styleUrl: '../page-parts/page.css',
})
export class RemoteUserForm {
  /** Emits the name of the user there. */
  readonly saved = output<string>();
  readonly cancelled = output();

  private readonly api = inject(NodesApi);
  private readonly problems = inject(ProblemTexts);
  protected readonly t = translations(nodesTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly action = new Action();
  protected readonly missing = signal(false);
  protected readonly nodes = new Remote(() => this.api.list());
  protected readonly form = inject(NonNullableFormBuilder).group({
    node_name: '',
    remote_user_name: '',
    user_name: '',
  });
  protected readonly refusal = computed(() => {
    const problem = this.action.problem() ?? this.nodes.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    void this.loadNodes();
  }

  protected async submit(): Promise<void> {
    const { node_name, remote_user_name, user_name } = this.form.getRawValue();
    const name = remote_user_name.trim();
    this.missing.set(name === '');
    if (name === '' || node_name === '') return;
    const local = user_name.trim();
    const user = { node_name, remote_user_name: name, ...(local === '' ? {} : { user_name: local }) };
    if (await this.action.run(() => this.api.createRemoteUser(user))) this.saved.emit(name);
  }

  private async loadNodes(): Promise<void> {
    await this.nodes.load();
    this.form.controls.node_name.setValue(this.nodes.value()?.[0]?.name ?? '');
  }
}

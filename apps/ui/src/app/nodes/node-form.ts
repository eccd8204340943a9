import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  type OnInit,
  output,
  signal,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { NonNullableFormBuilder, ReactiveFormsModule } from '@angular/forms';
import { type NetworkNode, type NodeChanges, NodesApi } from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Field, KIT_TEXTS } from '@gatehouse/ui-kit';
import { ConditionalSave } from '../editing/conditional-save';
import { FieldEdits } from '../editing/field-edits';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import { nodesTexts } from './nodes.texts';

const NEEDED = ['name', 'base_url', 'jwks_url', 'token_url', 'authorization_url'] as const;
const FIELDS = [...NEEDED, 'redirect_uris'] as const;
type Shown = (typeof FIELDS)[number];

/** The form of a new instance, or of one that is registered. */
@Component({
  selector: 'gh-node-form',
  imports: [Banner, Button, Dialog, Field, ReactiveFormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './node-form.html',
  styleUrl: '../page-parts/page.css',
  styles: `
    :host {
      --gh-dialog-width: 34rem;
    }
  `,
})
export class NodeForm implements OnInit {
  /** The instance to change; undefined for a new one. */
  readonly node = input<NetworkNode>();
  /** The same as it was read last. */
  readonly current = input<NetworkNode>();
  /** Emits its name. */
  readonly saved = output<string>();
  readonly cancelled = output();

  private readonly api = inject(NodesApi);
  private readonly problems = inject(ProblemTexts);
  private readonly saving = inject(ConditionalSave);
  protected readonly t = translations(nodesTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly action = new Action();
  protected readonly edits = new FieldEdits<NetworkNode>({
    current: () => this.current() ?? this.node(),
    kind: 'network_node.changed',
  });
  protected readonly sent = signal(false);
  protected readonly form = inject(NonNullableFormBuilder).group({
    name: '',
    base_url: '',
    jwks_url: '',
    token_url: '',
    authorization_url: '',
    redirect_uris: '',
  });
  private readonly values = toSignal(this.form.valueChanges, { initialValue: this.form.getRawValue() });

  /** The text next to each field: what is missing, or why the API refused it. */
  protected readonly errors = computed<Readonly<Record<Shown, string>>>(() => {
    const problem = this.action.problem();
    const values = this.values();
    const of = (name: Shown): string => {
      const isMissing = this.sent() && name !== 'redirect_uris' && !values[name]?.trim();
      if (isMissing) return this.t('form.required');
      return problem?.param?.name === name ? this.problems.of(problem) : '';
    };
    return {
      name: of('name'),
      base_url: of('base_url'),
      jwks_url: of('jwks_url'),
      token_url: of('token_url'),
      authorization_url: of('authorization_url'),
      redirect_uris: of('redirect_uris'),
    };
  });
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    const isBeside = FIELDS.some((name) => problem?.param?.name === name);
    return problem && !isBeside ? this.problems.of(problem) : '';
  });

  ngOnInit(): void {
    const node = this.node();
    if (!node) return;
    for (const field of FIELDS) this.edits.begin(field);
    const { redirect_uris = [], ...addresses } = node;
    this.form.patchValue({ ...addresses, redirect_uris: redirect_uris.join('\n') });
  }

  /** The addresses that another Gatehouse instance has below its own. */
  protected fillIn(): void {
    const base = this.form.controls.base_url.value.trim().replace(/\/+$/, '');
    this.form.patchValue({
      jwks_url: `${base}/network/jwks`,
      token_url: `${base}/network/token`,
      authorization_url: `${base}/ui/network/authorize`,
      redirect_uris: `${base}/network/link`,
    });
  }

  protected async submit(): Promise<void> {
    this.sent.set(true);
    const { redirect_uris, ...texts } = this.form.getRawValue();
    if (NEEDED.some((name) => texts[name].trim() === '')) return;
    const node = {
      name: texts.name.trim(),
      base_url: texts.base_url.trim(),
      jwks_url: texts.jwks_url.trim(),
      token_url: texts.token_url.trim(),
      authorization_url: texts.authorization_url.trim(),
      redirect_uris: redirect_uris.split(/\s+/).filter(Boolean),
    };
    const before = this.node();
    let isSaved = true;
    const done = await this.action.run(async () => {
      if (!before) return this.api.create(node);
      // What was not edited is not sent: others may have changed it. The API takes a name that is sent for a new one.
      const values = Object.fromEntries(
        FIELDS.filter((field) => String(node[field]) !== String(before[field] ?? '')).map((field) => [
          field,
          node[field],
        ]),
      ) as NodeChanges;
      if (Object.keys(values).length === 0) return;
      const label = (field: string) => this.labelOf(field as Shown);
      isSaved = await this.saving.save({ values, since: this.edits.since, label }, (changes, ifMatch) =>
        this.api.change(before.name, changes, ifMatch),
      );
    });
    if (done && isSaved) this.saved.emit(node.name);
    else if (done) this.cancelled.emit();
  }

  private labelOf(field: Shown): string {
    const labels = {
      name: 'name',
      base_url: 'base',
      jwks_url: 'jwks',
      token_url: 'token',
      authorization_url: 'authorization',
      redirect_uris: 'redirects',
    } as const;
    return this.t(`form.${labels[field]}`);
  }
}

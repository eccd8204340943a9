import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  input,
  type OnInit,
  output,
  signal,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { NonNullableFormBuilder, ReactiveFormsModule } from '@angular/forms';
import {
  Deployment,
  type IdentityProvider,
  type IssuerDiscovery,
  type Problem,
  ProvidersApi,
} from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Field, KIT_TEXTS } from '@gatehouse/ui-kit';
import { ConditionalSave, type FieldValues } from '../editing/conditional-save';
import { FieldEdits } from '../editing/field-edits';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import {
  ADDRESS_FIELDS,
  type AddressField,
  definitionOf,
  linesOf,
  mappingFrom,
  OPENID2,
  PROVIDER_KINDS,
} from './provider-kinds';
import { changedFields, newDefinition, type ProviderValues } from './provider-values';
import { providersTexts } from './providers.texts';

const SHOWN = [
  'name',
  'display_name',
  ...ADDRESS_FIELDS,
  'client_id',
  'client_secret',
  'scopes',
  'groups',
] as const;
type Shown = (typeof SHOWN)[number];

/** The fields as conflicts name them. */
const EDITED = [
  'client_secret',
  ...[
    'display_name',
    ...ADDRESS_FIELDS,
    'client_id',
    'scopes',
    'groups',
    'provisioning',
    'trust_emails',
    'accept_tokens',
  ].map((name) => `definition.${name}`),
];

/** Texts of the form, by field. */
const LABELS = {
  display_name: 'displayName',
  issuer: 'issuer',
  identifier_url: 'identifier',
  authorization_url: 'authorization',
  token_url: 'token',
  identity_url: 'identity',
  client_id: 'client',
  client_secret: 'secret',
  scopes: 'scopes',
  groups: 'claim',
  provisioning: 'provisioning',
  trust_emails: 'trust',
  accept_tokens: 'tokens',
} as const;

/** A provider that was saved: its display name, and whether discovery at its issuer has failed. */
export interface SavedProvider {
  readonly name: string;
  readonly isUnverified: boolean;
}

/** The form of a new provider, or of one that was defined here. */
@Component({
  selector: 'gh-provider-form',
  imports: [Banner, Button, Dialog, Field, ReactiveFormsModule],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './provider-form.html',
  styleUrl: '../page-parts/page.css',
  styles: `
    :host {
      --gh-dialog-width: 34rem;
    }
    .error {
      color: var(--gh-danger);
    }
  `,
})
export class ProviderForm implements OnInit {
  /** The provider to change; undefined for a new one. */
  readonly provider = input<IdentityProvider>();
  /** The same as it was read last. */
  readonly current = input<IdentityProvider>();
  readonly saved = output<SavedProvider>();
  readonly cancelled = output();

  private readonly api = inject(ProvidersApi);
  private readonly problems = inject(ProblemTexts);
  private readonly saving = inject(ConditionalSave);
  private readonly deployment = inject(Deployment);
  private readonly injector = inject(Injector);
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly t = translations(providersTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly kinds = PROVIDER_KINDS;
  protected readonly action = new Action();
  protected readonly edits = new FieldEdits<IdentityProvider>({
    current: () => this.current() ?? this.provider(),
    read: (provider, field) => (definitionOf(provider) as FieldValues)[field.split('.', 2)[1] ?? field],
    kind: 'identity_provider.changed',
    column: (field) => field,
  });
  protected readonly sent = signal(false);
  /** What discovery has found at an issuer that cannot be used now. */
  private readonly discovered = signal<(IssuerDiscovery & { readonly issuer: string }) | undefined>(
    undefined,
  );
  /** Of the issuer that is entered: saving it is to be confirmed. */
  protected readonly unusable = computed(() =>
    this.discovered()?.issuer === this.values().issuer?.trim() ? this.discovered() : undefined,
  );
  protected readonly issuerWarning = computed(() => {
    const found = this.unusable();
    if (!found) return '';
    const { issuer, stated_issuer: stated, reason } = found;
    return stated === null
      ? this.t('form.issuerUnusable', { issuer, reason: reason ?? '' })
      : this.t('form.issuerOther', { issuer, stated });
  });
  protected readonly form = inject(NonNullableFormBuilder).group({
    kind: 'openid-connect',
    name: '',
    display_name: '',
    client_id: '',
    client_secret: '',
    issuer: '',
    identifier_url: '',
    authorization_url: '',
    token_url: '',
    identity_url: '',
    scopes: '',
    claim: '',
    mapping: '',
    provisioning: true,
    trust_emails: false,
    accept_tokens: null as boolean | null,
  });
  protected readonly values = toSignal(this.form.valueChanges, { initialValue: this.form.getRawValue() });
  private readonly kind = computed(() => PROVIDER_KINDS.find(({ id }) => id === this.values().kind));
  protected readonly isOpenId2 = computed(() => this.values().kind === OPENID2);
  /** Whether users type an identifier of any provider, so that anyone can be one. */
  protected readonly isOpen = computed(() => this.isOpenId2() && !this.values().identifier_url?.trim());
  /** What its users see. */
  protected readonly shownName = computed(() => {
    const provider = this.provider();
    return provider && (definitionOf(provider).display_name ?? provider.provider_name);
  });
  protected readonly redirectUri = computed(
    () =>
      `${this.deployment.origin}${this.deployment.apiRoot}providers/${this.values().name?.trim() || '…'}/signin`,
  );
  protected readonly mappingWrong = computed(
    () => this.sent() && mappingFrom(this.values().mapping ?? '') === undefined,
  );

  /** The text next to each field: what is missing, or why the API refused it. */
  protected readonly errors = computed<Readonly<Record<Shown, string>>>(() => {
    const problem = this.action.problem();
    const missing = this.sent() ? this.missing() : [];
    const texts = SHOWN.map((name): [Shown, string] => {
      if (missing.includes(name)) return [name, this.t('form.required')];
      return [name, problem?.param?.name === name ? this.reason(name, problem) : ''];
    });
    return Object.fromEntries(texts) as Record<Shown, string>;
  });
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    const isBeside = SHOWN.some((name) => problem?.param?.name === name);
    return problem && !isBeside ? this.problems.of(problem) : '';
  });

  ngOnInit(): void {
    const provider = this.provider();
    if (!provider) return;
    for (const field of EDITED) this.edits.begin(field);
    const { groups, scopes, ...known } = definitionOf(provider);
    this.form.patchValue({
      kind: known.protocol ?? '',
      name: provider.provider_name,
      display_name: known.display_name ?? '',
      client_id: known.client_id ?? '',
      ...Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, known[field] ?? ''])),
      scopes: scopes?.join(' ') ?? '',
      claim: groups?.claim ?? '',
      mapping: linesOf(groups?.mapping),
      provisioning: known.provisioning ?? true,
      trust_emails: known.trust_emails ?? false,
      accept_tokens: known.accept_tokens ?? null,
    });
  }

  protected asksFor(field: AddressField): boolean {
    return this.kind()?.addresses.includes(field) ?? false;
  }

  protected needs(field: AddressField): boolean {
    return this.asksFor(field) && !this.kind()?.optional?.includes(field);
  }

  protected async submit(): Promise<void> {
    this.sent.set(true);
    const values: ProviderValues = this.form.getRawValue();
    const provider = this.provider();
    const kind = this.kind();
    if (this.missing().length > 0 || this.mappingWrong()) return this.focusError();
    const secret = values.client_secret === '' || this.isOpenId2() ? undefined : values.client_secret;
    let isSaved = true;
    const isConfirmed = this.unusable() !== undefined;
    const done = await this.action.run(async () => {
      if (!isConfirmed && !(await this.isUsable(values.issuer.trim()))) {
        isSaved = false;
        return;
      }
      if (provider) isSaved = await this.change(provider, values, secret);
      else await this.api.create(newDefinition(values, kind), secret);
    });
    if (!done) this.focusError();
    else if (!isConfirmed && this.unusable()) return;
    else if (!isSaved) this.cancelled.emit();
    else
      this.saved.emit({ name: values.display_name.trim() || values.name.trim(), isUnverified: isConfirmed });
  }

  /** Tries the discovery of a new issuer; whether it is usable, or was not changed. */
  private async isUsable(issuer: string): Promise<boolean> {
    const provider = this.provider();
    const isStored = provider !== undefined && definitionOf(provider).issuer === issuer;
    if (!this.asksFor('issuer') || isStored) return true;
    const found = await this.api.discover(issuer);
    if (found.state === 'usable') return true;
    this.discovered.set({ ...found, issuer });
    return false;
  }

  private async change(
    provider: IdentityProvider,
    form: ProviderValues,
    secret: string | undefined,
  ): Promise<boolean> {
    const definition = Object.entries(changedFields(definitionOf(provider), form));
    const values: FieldValues = {
      ...Object.fromEntries(definition.map(([name, value]) => [`definition.${name}`, value])),
      ...(secret === undefined ? {} : { client_secret: secret }),
    };
    if (Object.keys(values).length === 0) return true;
    const edit = { values, since: this.edits.since, label: (field: string) => this.labelOf(field) };
    return this.saving.save(edit, ({ client_secret, ...fields }, ifMatch) => {
      const changes = Object.entries(fields).map(([name, value]) => [
        name.slice('definition.'.length),
        value,
      ]);
      const kept = client_secret === undefined ? undefined : secret;
      return this.api.change(provider.provider_name, Object.fromEntries(changes), kept, ifMatch);
    });
  }

  private labelOf(field: string): string {
    const name = field.replace('definition.', '');
    return name in LABELS ? this.t(`form.${LABELS[name as keyof typeof LABELS]}`) : field;
  }

  private reason(name: Shown, problem: Problem): string {
    if (problem.code !== 'value_missing') return this.problems.of(problem);
    return this.t(name === 'client_secret' ? 'form.secretAgain' : 'form.required');
  }

  /** Moves the focus to the first field that has to be corrected. */
  private focusError(): void {
    afterNextRender(() => this.element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), {
      injector: this.injector,
    });
  }

  private missing(): readonly string[] {
    const values = this.values();
    const client = this.isOpenId2() ? [] : (['client_id'] as const);
    const needed = ['name', ...client, ...ADDRESS_FIELDS.filter((field) => this.needs(field))] as const;
    return needed.filter((name) => !values[name]?.trim());
  }
}

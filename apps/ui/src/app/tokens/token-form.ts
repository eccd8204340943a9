import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  input,
  linkedSignal,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { type ApiToken, type CreatedApiToken, DeploymentSettings, TokensApi } from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Field, KIT_TEXTS } from '@gatehouse/ui-kit';
import { LanguageChoice } from '../language/language-choice';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import { RestrictionEditor } from './restriction-editor';
import {
  type DraftEntry,
  differences,
  fieldsOf,
  type Reach,
  reachOf,
  sendable,
  type TokenFields,
} from './token-draft';
import { dayOf, endAfter, endOfDay, latestEnd, offeredAges, partsOf } from './token-expiry';
import { tokensTexts } from './tokens.texts';

/** Choices of the end besides periods: that of the token as it is, and a day. */
const KEEP = 'keep';
const DAY = 'day';

/** What has to be filled in or chosen. */
const INCOMPLETE = '[aria-invalid="true"], .incomplete input';

/**
 * The form of a new token, or of a token that is changed: only what was changed in it is sent, and what somebody else has changed
 * meanwhile is shown before it is replaced.
 */
@Component({
  selector: 'gh-token-form',
  imports: [Banner, Button, Dialog, Field, RestrictionEditor],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './token-form.html',
  styleUrls: ['../page-parts/page.css', './tokens.css'],
})
export class TokenForm {
  readonly userName = input.required<string>();
  /** Whether it is the account of the reader. */
  readonly own = input(false);
  /** Whether the owner is an administrator. */
  readonly administrator = input(false);
  /** The token to change; without it, one is created. */
  readonly token = input<ApiToken>();
  readonly created = output<CreatedApiToken>();
  readonly changed = output<string>();
  readonly cancelled = output();

  private readonly api = inject(TokensApi);
  private readonly problems = inject(ProblemTexts);
  private readonly formats = inject(ReaderFormats);
  private readonly settings = inject(DeploymentSettings).current();
  protected readonly t = translations(tokensTexts);
  protected readonly kit = inject(KIT_TEXTS);
  protected readonly locale = inject(LanguageChoice).locale;
  protected readonly action = new Action();
  protected readonly sent = signal(false);
  /** What somebody else has changed since the form was opened. */
  protected readonly conflict = signal('');
  private readonly opened = new Date();
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);

  /** The state of the token on which the form is based. */
  private readonly base = linkedSignal(() => {
    const token = this.token();
    return token && fieldsOf(token);
  });
  protected readonly name = linkedSignal(() => this.token()?.token_name ?? '');
  protected readonly reach = linkedSignal<Reach>(() => {
    const token = this.token();
    return token ? reachOf(token) : 'some';
  });
  protected readonly entries = linkedSignal<readonly DraftEntry[]>(() =>
    (this.token()?.restriction ?? []).map(({ resource_id, path, scope, permission_names }, key) => ({
      key,
      resourceId: resource_id,
      path,
      scope,
      names: permission_names,
    })),
  );
  protected readonly expiry = linkedSignal(() =>
    this.token() ? KEEP : String(this.settings.token_default_age),
  );
  protected readonly day = signal('');
  protected readonly password = signal('');

  protected readonly firstDay = dayOf(this.opened);
  protected readonly lastDay = dayOf(latestEnd(this.settings, this.opened));
  protected readonly isDay = computed(() => this.expiry() === DAY);
  protected readonly expiries = computed(() => {
    const token = this.token();
    const kept = token
      ? [{ id: KEEP, label: this.t('expiry.keep', { date: this.formats.dateTime(token.expires) }) }]
      : [];
    const periods = offeredAges(this.settings).map((seconds) => ({
      id: String(seconds),
      label: this.periodOf(seconds),
    }));
    return [...kept, ...periods, { id: DAY, label: this.t('expiry.day') }];
  });
  protected readonly reaches = computed<readonly Reach[]>(() =>
    this.administrator() || this.reach() === 'administrator'
      ? ['some', 'all', 'administrator']
      : ['some', 'all'],
  );

  protected readonly heading = computed(() => {
    const token = this.token();
    return token ? this.t('changeAsk', { name: token.token_name }) : this.t('create');
  });
  protected readonly nameError = computed(() => {
    if (this.sent() && this.name().trim() === '') return this.t('required');
    return this.errorOf('token_name');
  });
  protected readonly expiryError = computed(() => {
    if (this.sent() && this.isDay() && this.end() === undefined) return this.t('expiry.invalid');
    return this.errorOf('expires');
  });
  protected readonly passwordError = computed(() => {
    if (this.action.problem()?.code !== 'recent_sign_in_required') return '';
    return this.t(this.confirmed() === '' ? 'currentMissing' : 'currentWrong');
  });
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    const beside = ['token_name', 'expires'].includes(problem?.param?.name ?? '');
    return problem && !beside && this.passwordError() === '' ? this.problems.of(problem) : '';
  });
  /** The password of the last attempt. */
  private readonly confirmed = signal('');
  private readonly nameField = viewChild.required<Field>('first');
  private readonly passwordField = viewChild.required<Field>('confirmation');

  constructor() {
    afterNextRender(() => this.nameField().focus());
  }

  protected async submit(): Promise<void> {
    this.sent.set(true);
    this.conflict.set('');
    if (!this.isComplete()) {
      afterNextRender(() => this.host.querySelector<HTMLElement>(INCOMPLETE)?.focus(), {
        injector: this.injector,
      });
      return;
    }
    this.confirmed.set(this.password());
    const done = await this.action.run(() => (this.token() ? this.change() : this.create()));
    if (!done && this.passwordError() !== '') this.passwordField().focus();
  }

  private isComplete(): boolean {
    const isEntered = this.name().trim() !== '' && (!this.isDay() || this.end() !== undefined);
    return isEntered && (this.reach() !== 'some' || this.entries().every(({ names }) => names.length > 0));
  }

  private async create(): Promise<void> {
    const { token_name, administrator, restriction, expires } = this.fields();
    // The end of the deployment is that of the clock of the API.
    const isStandard = this.expiry() === String(this.settings.token_default_age);
    this.created.emit(
      await this.api.create(this.userName(), {
        token_name,
        ...(administrator ? { administrator } : {}),
        ...(restriction ? { restriction: sendable(restriction) } : {}),
        ...(isStandard || expires === undefined ? {} : { expires }),
        ...this.confirmation(),
      }),
    );
  }

  private async change(): Promise<void> {
    const [token, base] = [this.token(), this.base()];
    if (!token || !base) return;
    const wanted = this.fields();
    const changed = differences(wanted, base);
    if (changed.length > 0) {
      const current = fieldsOf(await this.api.get(this.userName(), token.token_id));
      const overwritten = differences(base, current).filter(
        (field) => changed.includes(field) && differences(picked(wanted, [field]), current).length > 0,
      );
      this.base.set(current);
      if (overwritten.length > 0) {
        this.conflict.set(this.conflictOf(overwritten, current));
        return;
      }
      const { restriction, ...rest } = picked(wanted, changed);
      const restricted =
        restriction === undefined ? {} : { restriction: restriction && sendable(restriction) };
      await this.api.change(this.userName(), token.token_id, {
        ...rest,
        ...restricted,
        ...this.confirmation(),
      });
    }
    this.changed.emit(wanted.token_name ?? token.token_name);
  }

  /** What the form says; without an end, that of the token stays. */
  private fields(): Partial<TokenFields> & Omit<TokenFields, 'expires'> {
    const reach = this.reach();
    const end = this.end()?.toISOString();
    const restriction = this.entries().map(({ resourceId, scope, names }) => ({
      resource_id: resourceId,
      scope,
      permission_names: [...names].sort(),
    }));
    return {
      token_name: this.name().trim(),
      administrator: reach === 'administrator',
      restriction: reach === 'some' ? restriction : null,
      ...(end === undefined ? {} : { expires: end }),
    };
  }

  /** Undefined if the end stays, or the day is none that can be chosen. */
  private end(): Date | undefined {
    const expiry = this.expiry();
    const now = new Date();
    if (expiry === KEEP) return undefined;
    return expiry === DAY
      ? endOfDay(this.day(), this.settings, now)
      : endAfter(Number(expiry), this.settings, now);
  }

  private confirmation(): { current_password?: string } {
    return this.password() === '' ? {} : { current_password: this.password() };
  }

  private errorOf(field: string): string {
    const problem = this.action.problem();
    return problem?.param?.name === field ? this.problems.of(problem) : '';
  }

  private conflictOf(fields: readonly (keyof TokenFields)[], current: TokenFields): string {
    const names = [
      ...new Set(
        fields.map((field) => this.t(`fields.${field === 'administrator' ? 'restriction' : field}`)),
      ),
    ];
    const now = fields.includes('expires') ? this.formats.dateTime(current.expires) : '';
    const values = [fields.includes('token_name') ? current.token_name : '', now].filter(Boolean);
    const what = values.length > 0 ? ` (${this.formats.list(values)})` : '';
    return this.t('conflict', { fields: this.formats.list(names) + what });
  }

  private periodOf(seconds: number): string {
    const left = partsOf(seconds * 1000);
    if (!left) return this.t('expiry.short');
    const date = this.formats.date(new Date(this.opened.getTime() + seconds * 1000));
    return left.unit === 'days'
      ? this.t('expiry.days', { count: left.count, date })
      : this.t('expiry.hours', { count: left.count });
  }
}

function picked(fields: Partial<TokenFields>, names: readonly (keyof TokenFields)[]): Partial<TokenFields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

import { ChangeDetectionStrategy, Component, computed, effect, inject, input, signal } from '@angular/core';
import { type ApiToken, type CreatedApiToken, TokensApi } from '@gatehouse/ui-data';
import { Button, Card, Confirmation, Field, Icon, plusIcon, Skeleton, Tag, Toasts } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ProblemTexts } from '../problems/problem-texts';
import { RowFocus } from '../page-parts/row-focus';
import { NewToken } from './new-token';
import { TokenForm } from './token-form';
import { TokenWords } from './token-words';
import { TokensStore } from './tokens.store';
import { tokensTexts } from './tokens.texts';

/** Tokens that are shown before all are requested; with fewer, there is no search. */
const FIRST = 8;
/** Entries of a restriction that are shown before all are requested. */
const FIRST_ENTRIES = 3;

/**
 * The API tokens of a user, which can be revoked; owners, and administrators for service accounts, also create and change them. The
 * page provides a `TokensStore`.
 */
@Component({
  selector: 'gh-api-tokens',
  imports: [Button, Card, Confirmation, Field, Icon, NewToken, ProblemPanel, Skeleton, Tag, TokenForm],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './token-list.html',
  styleUrls: ['../page-parts/page.css', './token-list.css'],
})
export class TokenList {
  readonly userName = input.required<string>();
  /** Whether it is the account of the reader. */
  readonly own = input(false);
  /** Whether it is a service account, whose tokens administrators create. */
  readonly service = input(false);
  /** Whether the user is an administrator. */
  readonly administrator = input(false);

  private readonly api = inject(TokensApi);
  private readonly store = inject(TokensStore);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly focus = new RowFocus();
  protected readonly words = inject(TokenWords);
  protected readonly t = translations(tokensTexts);
  protected readonly icons = { add: plusIcon };
  protected readonly tokens = this.store.tokens;
  protected readonly action = new Action();
  protected readonly creating = signal(false);
  protected readonly created = signal<CreatedApiToken | undefined>(undefined);
  protected readonly changing = signal<ApiToken | undefined>(undefined);
  protected readonly revoking = signal<ApiToken | undefined>(undefined);
  protected readonly wanted = signal('');
  protected readonly all = signal(false);

  protected readonly mayCreate = computed(() => this.own() || this.service());
  protected readonly about = computed(() => {
    if (this.own()) return this.t('about.own');
    return this.service() ? this.t('about.service') : this.t('about.person');
  });
  protected readonly needsSearch = computed(() => (this.tokens.value()?.length ?? 0) > FIRST);
  protected readonly found = computed(() => {
    const text = this.wanted().trim().toLowerCase();
    return (this.tokens.value() ?? []).filter(({ token_name }) => token_name.toLowerCase().includes(text));
  });
  protected readonly rows = computed(() =>
    (this.all() ? this.found() : this.found().slice(0, FIRST)).map((token) => ({
      token,
      shown: token.restriction?.slice(0, FIRST_ENTRIES) ?? [],
      folded: token.restriction?.slice(FIRST_ENTRIES) ?? [],
    })),
  );
  protected readonly refusal = computed(() => {
    const problem = this.action.problem();
    return problem ? this.problems.of(problem) : '';
  });

  constructor() {
    effect(() => void this.store.show(this.userName()));
    followChanges(['api_token', 'resource', 'service'], () => this.tokens.load());
  }

  protected ask(token: ApiToken): void {
    this.action.reset();
    this.revoking.set(token);
  }

  protected async wasCreated(created: CreatedApiToken): Promise<void> {
    this.creating.set(false);
    this.created.set(created);
    await this.tokens.load();
  }

  protected async wasChanged(name: string): Promise<void> {
    this.changing.set(undefined);
    this.toasts.show(this.t('changed', { name }));
    await this.tokens.load();
  }

  protected async revoke(token: ApiToken): Promise<void> {
    const row = this.rows().findIndex((one) => one.token.token_id === token.token_id);
    if (!(await this.action.run(() => this.api.revoke(this.userName(), token.token_id)))) return;
    this.revoking.set(undefined);
    this.toasts.show(this.t('revoked', { name: token.token_name }));
    await this.tokens.load();
    this.focus.moveFrom(Math.max(0, row));
  }
}

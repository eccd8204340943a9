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
import { RouterLink } from '@angular/router';
import type { ExplanationDto, MemberExplanationDto } from '@gatehouse/dto';
import { PermissionsApi, type Principal, Remote, TokensApi } from '@gatehouse/ui-data';
import { assignmentText, type Effect } from '@gatehouse/ui-grid';
import { Button, Dialog } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalNames } from '../principals/principal-names';
import { becauseText } from './explanation-reasons';
import { explanationTexts } from './explanation.texts';
import { gridTexts, principalOf, reasonText } from './grid-texts';
import { permissionsTexts } from './permissions.texts';

/** What is to be explained: a permission of a principal on a resource. */
export interface ExplainRequest {
  readonly principal: Principal;
  readonly service: string;
  readonly resourceId: number;
  readonly path: string;
  readonly permission: string;
  /** What is in effect, as a list or grid shows it. */
  readonly effective: Effect;
}

/** Every assignment that was considered in a decision, in order, then the outcome, with links to where to change it. */
@Component({
  selector: 'gh-explanation',
  imports: [Button, Dialog, ProblemPanel, RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './explanation-panel.html',
  styleUrl: './explanation-panel.css',
})
export class ExplanationPanel {
  readonly request = input.required<ExplainRequest>();
  readonly closed = output();

  protected readonly t = translations(explanationTexts);
  protected readonly page = translations(permissionsTexts);
  private readonly api = inject(PermissionsApi);
  private readonly tokensApi = inject(TokensApi);
  private readonly names = inject(PrincipalNames);
  /** The API token of the user with which a program asks; empty for the user without one. */
  protected readonly tokenId = signal('');
  protected readonly tokens = new Remote(() => this.tokensApi.list(this.request().principal.name));
  private readonly grid = computed(() => gridTexts(this.page, this.names));

  /** Decisions are explained for users, and for members of groups without other assignments. */
  protected readonly explanation = new Remote<MemberExplanationDto & Pick<ExplanationDto, 'restriction'>>(
    () => {
      const { principal, resourceId, permission } = this.request();
      return principal.kind === 'user'
        ? this.api.explain(principal.name, resourceId, permission, this.tokenId() || undefined)
        : this.api.explainForMember(principal.name, resourceId, permission);
    },
  );
  /** What the restriction of the token says about it. */
  protected readonly restriction = computed(() => {
    const restriction = this.explanation.value()?.restriction;
    if (!restriction) return '';
    if (restriction.covered_by !== null) return this.t('token.covered');
    return restriction.public ? this.t('token.public') : this.t('token.uncovered');
  });
  protected readonly access = computed(
    () => this.explanation.value()?.access ?? this.request().effective.access,
  );
  protected readonly reason = computed(() =>
    reasonText(this.explanation.value()?.reason ?? this.request().effective.reason, this.page, this.names),
  );
  protected readonly rules = computed(() =>
    (this.explanation.value()?.rules ?? []).map((rule) => {
      const holder = principalOf(rule.holder);
      return {
        ...rule,
        who: reasonText(rule.holder, this.page, this.names, this.names.of(this.request().principal.name)),
        technical: this.names.technical(holder?.name ?? ''),
        assignment: assignmentText(
          { access: rule.access as 'allow' | 'deny', scope: rule.scope as 'match' | 'recursive' },
          this.grid(),
        ),
        because: becauseText(rule, this.t),
        link: holder ? linkTo(holder, this.request().service) : undefined,
      };
    }),
  );
  protected readonly outcome = computed(() => {
    const { principal, permission } = this.request();
    const who = this.names.of(principal.name);
    const isAllowed = this.access() === 'allow';
    if (this.names.isEveryone(principal.name))
      return this.t(isAllowed ? 'everyoneAllowed' : 'everyoneDenied', { permission });
    if (principal.kind === 'group')
      return this.t(isAllowed ? 'memberAllowed' : 'memberDenied', { who, permission });
    return this.t(isAllowed ? 'outcomeAllow' : 'outcomeDeny', { who, permission });
  });
  /** What the outcome does not say about individual users. */
  protected readonly note = computed(() => {
    const { principal } = this.request();
    if (this.names.isEveryone(principal.name)) return this.t('everyoneNote');
    if (principal.kind === 'user' || this.reasonIs('administrator')) return '';
    return this.t('groupNote');
  });

  constructor() {
    effect(() => {
      const { principal } = this.request();
      untracked(() => {
        this.tokenId.set('');
        void this.explanation.load();
        if (principal.kind === 'user' && !this.names.isEveryone(principal.name)) void this.tokens.load();
      });
    });
  }

  protected explainWith(tokenId: string): void {
    this.tokenId.set(tokenId);
    void this.explanation.load();
  }

  private reasonIs(reason: string): boolean {
    return (this.explanation.value()?.reason ?? this.request().effective.reason) === reason;
  }
}

/** Where the permissions of a principal on a service are changed. */
export function linkTo({ kind, name }: Principal, service?: string): string[] {
  return ['/permissions', `${kind}s`, name, ...(service === undefined ? [] : [service])];
}

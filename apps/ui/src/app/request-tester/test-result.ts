import {
  ChangeDetectionStrategy,
  Component,
  computed,
  type ElementRef,
  inject,
  input,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ExplainedRuleDto } from '@gatehouse/dto';
import type { RequestEvaluation } from '@gatehouse/ui-data';
import { assignmentText } from '@gatehouse/ui-grid';
import { translations } from '../language/translations';
import { linkTo } from '../permissions/explanation-panel';
import { becauseText } from '../permissions/explanation-reasons';
import { explanationTexts } from '../permissions/explanation.texts';
import { gridTexts, principalOf, reasonText } from '../permissions/grid-texts';
import { permissionsTexts } from '../permissions/permissions.texts';
import { PrincipalNames } from '../principals/principal-names';
import { requestTesterTexts } from './request-tester.texts';

type Need = NonNullable<RequestEvaluation['needs']>['permissions'][number];

/** An assignment that was considered, in words. */
interface ShownRule {
  readonly who: string;
  readonly resource: string;
  readonly resourceId: number;
  readonly assignment: string;
  readonly access: string;
  readonly used: boolean;
  readonly because: string;
  readonly link: string[] | undefined;
}

/** A permission on a resource, or everywhere, with the assignments that were considered. */
interface ShownNeed {
  readonly permission: string;
  readonly met: boolean;
  readonly where: string;
  /** Where it can be assigned if nothing is. */
  readonly assign: { readonly link: string[]; readonly resourceId: number } | undefined;
  readonly note: string;
  readonly rules: readonly ShownRule[];
}

/** The decision about a request as a readable explanation, with links to what decides. */
@Component({
  selector: 'gh-test-result',
  imports: [RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './test-result.html',
  styleUrl: './test-result.css',
})
export class TestResult {
  readonly evaluation = input.required<RequestEvaluation>();

  protected readonly t = translations(requestTesterTexts);
  private readonly page = translations(permissionsTexts);
  private readonly explanation = translations(explanationTexts);
  private readonly names = inject(PrincipalNames);
  private readonly grid = computed(() => gridTexts(this.page, this.names));
  private readonly heading = viewChild.required<ElementRef<HTMLElement>>('heading');

  protected readonly who = computed(() => this.evaluation().caller.user_name ?? this.t('anonymous'));
  protected readonly outcome = computed(() => {
    const { outcome, status, service } = this.evaluation();
    if (outcome === 'answered') return this.t('answered');
    return outcome === 'forwarded'
      ? this.t('forwarded', { who: this.who(), service: service?.service_name ?? '' })
      : this.t('refused', { who: this.who(), status: status ?? 0 });
  });
  protected readonly reading = computed(() => {
    const { reading } = this.evaluation();
    if (!reading) return '';
    const type = this.evaluation().service?.service_type ?? '';
    if (!reading.covered) return this.t('outside', { type, locator: reading.locator ?? '' });
    return this.t(reading.executes ? 'executes' : 'covered', { type });
  });
  protected readonly needs = computed(() =>
    (this.evaluation().needs?.permissions ?? []).flatMap((need) => this.shown(need)),
  );

  /** Moves the focus to the result. */
  focus(): void {
    this.heading().nativeElement.focus();
  }

  private shown(need: Need): ShownNeed[] {
    const permission = need.permission_name;
    if (need.everywhere) {
      const { kept_by } = need;
      const rules = kept_by?.rule ? [this.rule(kept_by.rule)] : [];
      return [
        {
          permission,
          met: need.met,
          where: this.t('everywhere'),
          assign: kept_by ? this.assignment(kept_by.resource_id) : undefined,
          note: kept_by ? this.t('keptBy', { resource: kept_by.resource_name }) : '',
          rules,
        },
      ];
    }
    const { unregistered, kept_by } = need;
    const more = need.total - need.resources.length;
    return need.resources.map((resource, index) => {
      const path = resource.resource_path.join('/');
      const isLast = index === need.resources.length - 1;
      return {
        permission,
        met: unregistered ? need.met : resource.access === 'allow',
        where: resource.exact ? this.t('onResource', { path }) : this.t('above', { path }),
        assign: this.assignment(resource.resource_id),
        note: [
          ...(resource.rules.length === 0 && resource.access === 'deny' ? [this.t('noRules')] : []),
          ...(isLast && more > 0 ? [this.t('moreResources', { count: more })] : []),
          ...(unregistered ? [this.unregisteredText(unregistered)] : []),
          ...(kept_by ? [this.t('keptBy', { resource: kept_by.resource_name })] : []),
        ].join(' '),
        rules: [...resource.rules, ...(kept_by?.rule ? [kept_by.rule] : [])].map((rule) => this.rule(rule)),
      };
    });
  }

  private unregisteredText({ name, below, reserved }: NonNullable<Need['unregistered']>): string {
    const path = below.join('/');
    const shown = this.t('notRegistered', { name });
    return `${shown} ${reserved ? this.t('namesReserved') : this.t('notDeniedBelow', { path })}`;
  }

  private assignment(resourceId: number): ShownNeed['assign'] {
    const { caller, service } = this.evaluation();
    if (caller.user_name === null || !service) return undefined;
    return { link: linkTo({ kind: 'user', name: caller.user_name }, service.service_name), resourceId };
  }

  private rule(rule: ExplainedRuleDto): ShownRule {
    const holder = principalOf(rule.holder);
    return {
      who: reasonText(rule.holder, this.page, this.names, this.who()),
      resource: rule.resource_name,
      resourceId: rule.resource_id,
      assignment: assignmentText(
        { access: rule.access as 'allow' | 'deny', scope: rule.scope as 'match' | 'recursive' },
        this.grid(),
      ),
      access: rule.access,
      used: rule.used,
      because: becauseText(rule, this.explanation),
      link: holder ? linkTo(holder, this.evaluation().service?.service_name) : undefined,
    };
  }
}

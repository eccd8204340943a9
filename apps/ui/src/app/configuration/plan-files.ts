import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  ElementRef,
  inject,
  Injector,
  signal,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ConfigurationPlan } from '@gatehouse/ui-data';
import { Banner, Button, Card, Toasts } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { ProblemTexts } from '../problems/problem-texts';
import { ApplyPlan } from './apply-plan';
import { ChooseFiles } from './choose-files';
import { configurationTexts } from './configuration.texts';
import { PlanMessages } from './plan-messages';
import { PlanOptionsForm } from './plan-options';
import { PlanStore } from './plan.store';
import { planTexts } from './plan.texts';
import { PlanView } from './plan-view';
import { countOf } from './plan-words';

/** Plans files that are chosen here, shows the plan, and applies it. */
@Component({
  selector: 'gh-plan-files',
  imports: [
    ApplyPlan,
    Banner,
    Button,
    Card,
    ChooseFiles,
    PlanMessages,
    PlanOptionsForm,
    PlanView,
    ProblemPanel,
    RouterLink,
  ],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './plan-files.html',
  styleUrls: ['../page-parts/page.css', './plan-files.css'],
})
export class PlanFiles {
  protected readonly store = inject(PlanStore);
  protected readonly t = translations(configurationTexts);
  protected readonly p = translations(planTexts);
  protected readonly confirming = signal(false);
  /** Whether a plan was requested without files. */
  protected readonly isIncomplete = signal(false);
  protected readonly applyFailure = computed(() => {
    const problem = this.store.applying.problem();
    return this.store.difference() ? undefined : problem;
  });
  protected readonly revisions = computed(() => {
    const { revisions = [] } = this.store.applied() ?? {};
    const texts = revisions.map((revision) => this.formats.number(revision));
    return revisions.length === 0
      ? this.p('doneNothing')
      : this.p('doneRevisions', { count: revisions.length, revisions: this.formats.list(texts) });
  });
  private readonly formats = inject(ReaderFormats);
  private readonly works = inject(WorkInProgress);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(ProblemTexts);
  private readonly injector = inject(Injector);
  private readonly destroyed = inject(DestroyRef);
  private readonly planView = viewChild(PlanView);
  private readonly outcome = viewChild.required<ElementRef<HTMLElement>>('outcome');

  protected async plan(): Promise<void> {
    this.isIncomplete.set(this.store.files().length === 0);
    if (this.isIncomplete()) return;
    if (await this.store.plan()) this.focusAfterwards(() => this.planView()?.focus());
  }

  /** Without a question if nothing changes. */
  protected ask({ counts }: ConfigurationPlan): void {
    if (countOf(counts, () => true) === 0) void this.apply(false);
    else this.confirming.set(true);
  }

  /** Continues when the page is left; its outcome is then shown by the frame. */
  protected async apply(allowGain: boolean): Promise<void> {
    const isApplied = await this.works.run(this.p('applying'), 1, () => this.store.apply(allowGain));
    this.confirming.set(false);
    if (this.destroyed.destroyed) {
      const problem = this.store.applying.problem();
      if (isApplied) this.toasts.show(this.p('done'));
      else if (problem?.isUnreachable) this.works.fail(this.p('unknown'));
      else this.works.fail(`${this.p('failed')} ${problem ? this.problems.of(problem) : ''}`);
      return;
    }
    this.focusAfterwards(() => {
      if (this.store.difference()) this.planView()?.focus();
      else this.outcome().nativeElement.focus();
    });
  }

  private focusAfterwards(focus: () => void): void {
    afterNextRender(focus, { injector: this.injector });
  }
}

import { computed, inject, Injectable, signal } from '@angular/core';
import {
  type AppliedConfiguration,
  ChangeFeed,
  concerns,
  ConfigurationApi,
  type ConfigurationMessage,
  type ConfigurationPlan,
  type ConfigurationRequest,
  type EffectEntry,
  type LaterChange,
  type PlannedConfigurationChange,
  type Problem,
} from '@gatehouse/ui-data';
import type { Language } from '../language/language';
import { LanguageChoice } from '../language/language-choice';
import { Action } from '../page-parts/action';
import { ACCESS_CHANGES } from '../page-parts/follow-changes';
import { type ChosenFile, type FileFault, withFiles } from './chosen-files';
import type { FoundFile } from './found-files';

/** How files are planned and applied. */
export interface PlanOptions {
  readonly strict: boolean;
  /** Name of the file set; empty for the one of the API. */
  readonly set: string;
  readonly prune: Prune;
  readonly adopt: boolean;
}

/** What is removed of what the set owns and the files no longer name. */
export type Prune = 'none' | 'assignments' | 'objects';

/** A plan, with the request that led to it. */
export interface Planned {
  readonly request: ConfigurationRequest;
  readonly plan: ConfigurationPlan;
}

/** In which changes the plan of the same files differs from the one before, among those that the replies list. */
export interface PlanDifference {
  readonly added: readonly PlannedConfigurationChange[];
  readonly gone: readonly PlannedConfigurationChange[];
  /** Whether somebody else gains or loses access by it than before. */
  readonly isOtherEffect: boolean;
  /** Who has changed what the plan is about. */
  readonly by: readonly LaterChange[];
}

const NO_OPTIONS: PlanOptions = { strict: false, set: '', prune: 'none', adopt: false };
/** Decisions of an effect that are read at a time. */
const EFFECT_PAGE = 50;
/** What a plan depends on. */
const KINDS: readonly string[] = [...ACCESS_CHANGES, 'user', 'group'];

/** The chosen files, their plan, and what was applied. */
@Injectable()
export class PlanStore {
  private readonly api = inject(ConfigurationApi);
  private readonly choice = inject(LanguageChoice);
  private readonly chosen = signal<readonly ChosenFile[]>([]);
  private readonly newest = signal(0);
  private readonly currentPlan = signal<Planned | undefined>(undefined);

  readonly files = this.chosen.asReadonly();
  readonly faults = signal<readonly FileFault[]>([]);
  readonly options = signal(NO_OPTIONS);
  readonly planned = this.currentPlan.asReadonly();
  /** The plan is no longer the one that was confirmed: how it differs. */
  readonly difference = signal<PlanDifference | undefined>(undefined);
  readonly applied = signal<AppliedConfiguration | undefined>(undefined);
  /** Messages of a configuration that was refused only when it was applied. */
  readonly refusal = signal<readonly ConfigurationMessage[]>([]);
  /** The language of the messages that are shown: that of the reader when they were requested. */
  readonly messageLanguage = signal<Language>('en');
  readonly planning = new Action();
  readonly applying = new Action();
  readonly isReading = signal(false);
  /** Somebody has changed what the plan depends on, as far as this page has been told. */
  readonly isOutdated = computed(() => this.newest() > (this.planned()?.plan.revision ?? Infinity));

  /** Follows changes of others until the returned function is called. */
  follow(feed: ChangeFeed): () => void {
    return feed.follow((event) => {
      if (concerns(event, KINDS)) this.newest.set(event.revision);
    });
  }

  async add(found: readonly FoundFile[]): Promise<void> {
    this.isReading.set(true);
    try {
      const { files, faults } = await withFiles(this.chosen(), found);
      this.chosen.set(files);
      this.faults.set(faults);
      this.forget();
    } finally {
      this.isReading.set(false);
    }
  }

  remove(name: string): void {
    this.chosen.update((files) => files.filter((file) => file.name !== name));
    this.faults.set([]);
    this.forget();
  }

  clear(): void {
    this.chosen.set([]);
    this.faults.set([]);
    this.forget();
  }

  setOptions(options: Partial<PlanOptions>): void {
    this.options.update((before) => ({ ...before, ...options }));
    this.forget();
  }

  /** Returns whether there is a plan. */
  async plan(): Promise<boolean> {
    this.forget();
    return this.compute();
  }

  /**
   * Applies the files if they still lead to the plan that is shown. If they do not, nothing is applied, and the new plan is shown
   * with what is different. Returns whether they were applied.
   *
   * @param allow_gain whether what is removed may give somebody access
   */
  async apply(allow_gain = false): Promise<boolean> {
    const before = this.planned();
    if (!before) return false;
    this.difference.set(undefined);
    const { language } = this.choice.locale();
    const isApplied = await this.applying.run(async () => {
      const { plan_hash, revision, history, effect_hash } = before.plan;
      const reviewed = { plan_hash, revision, history, effect_hash, ...(allow_gain && { allow_gain }) };
      this.applied.set(await this.api.apply(before.request, reviewed));
    });
    if (isApplied) {
      this.currentPlan.set(undefined);
      return true;
    }
    const problem = this.applying.problem();
    this.refusal.set(messagesOf(problem));
    this.messageLanguage.set(language);
    // Something has changed meanwhile, or the plan cannot be applied as it is.
    if (problem?.status === 409 && (await this.compute())) this.compare(before.plan, laterChangesOf(problem));
    return false;
  }

  /**
   * The next decisions of one side of the effect of the plan that is shown. Undefined if the files have another effect by now: then
   * the plan is outdated.
   */
  async effectEntries(side: 'gains' | 'losses', offset: number): Promise<readonly EffectEntry[] | undefined> {
    const shown = this.planned();
    if (!shown) return undefined;
    const page = { effect_offset: offset, effect_limit: EFFECT_PAGE };
    const { plan_hash, effect_hash, revision, effect } = await this.api.plan(shown.request, page);
    if (plan_hash === shown.plan.plan_hash && effect_hash === shown.plan.effect_hash)
      return effect[side].entries;
    this.newest.set(revision);
    return undefined;
  }

  private async compute(): Promise<boolean> {
    const { strict, set, prune, adopt } = this.options();
    const files = this.chosen().map(({ name, content }) => ({ name, content }));
    const name = set.trim();
    const request = { files, strict, prune, adopt, ...(name !== '' && { set: name }) };
    const chosen = this.chosen();
    const { language } = this.choice.locale();
    return this.planning.run(async () => {
      const plan = await this.api.plan(request);
      // Other files may have been chosen meanwhile.
      if (chosen !== this.chosen()) return;
      this.currentPlan.set({ request, plan });
      this.messageLanguage.set(language);
    });
  }

  private compare(before: ConfigurationPlan, by: readonly LaterChange[]): void {
    const now = this.planned()?.plan;
    const isOtherEffect = now?.effect_hash !== before.effect_hash;
    if (!now || (now.plan_hash === before.plan_hash && !isOtherEffect)) return;
    const [added, gone] = [without(now.changes, before.changes), without(before.changes, now.changes)];
    this.difference.set({ added, gone, isOtherEffect, by });
  }

  private forget(): void {
    this.currentPlan.set(undefined);
    this.difference.set(undefined);
    this.applied.set(undefined);
    this.refusal.set([]);
    this.planning.reset();
    this.applying.reset();
  }
}

type Changes = readonly PlannedConfigurationChange[];

function without(changes: Changes, others: Changes): Changes {
  const texts = new Set(others.map((change) => JSON.stringify(change)));
  return changes.filter((change) => !texts.has(JSON.stringify(change)));
}

/** The messages of `configuration_refused`. */
function messagesOf(problem: Problem | undefined): readonly ConfigurationMessage[] {
  if (problem?.code !== 'configuration_refused') return [];
  const { call } = problem.body as { call?: { content?: readonly ConfigurationMessage[] } };
  return call?.content ?? [];
}

/** What a refusal with 409 says about changes of others. */
function laterChangesOf({ body }: Problem): readonly LaterChange[] {
  return (body as { later_changes?: readonly LaterChange[] }).later_changes ?? [];
}

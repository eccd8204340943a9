import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  output,
  signal,
  untracked,
} from '@angular/core';
import { FormsModule } from '@angular/forms';
import type { SynchronizationChange } from '@gatehouse/ui-data';
import { Banner, Button, Card, Confirmation, Tag } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ChangesStore, type Choice, type Outcome } from './changes.store';
import { changesTexts } from './changes.texts';
import { focusIfLost } from './focus-if-lost';
import { ParentSearch } from './parent-search';
import type { Refusal } from './refusal';
import { SyncWords } from './sync-words';

const KINDS = ['appeared', 'vanished', 'retitled', 'renamed', 'unusable'] as const;
const STATES = ['open', 'automatic', 'applied', 'rejected'] as const;
/** What registering does. */
const EFFECTS = { all: 'effectRefused', some: 'effectRefusedToSome', none: 'effect' } as const;
const TONES = {
  appeared: 'success',
  vanished: 'danger',
  retitled: 'plain',
  renamed: 'warning',
  unusable: 'plain',
} as const;

/** The differences between a service and its registered resources: filtered, page by page, accepted or rejected. */
@Component({
  selector: 'gh-change-review',
  imports: [Banner, Button, Card, Confirmation, FormsModule, ProblemPanel, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './change-review.html',
  styleUrls: ['./change-review.css', '../page-parts/stacked-rows.css'],
})
export class ChangeReview {
  /** That of the service. */
  readonly resourceId = input.required<number>();
  /** To whom names that are not registered are refused. */
  readonly refusal = input.required<Refusal>();
  /** Who has access to a resource is to be shown. */
  readonly access = output<number>();

  protected readonly store = inject(ChangesStore);
  protected readonly t = translations(changesTexts);
  protected readonly words = inject(SyncWords);
  protected readonly formats = inject(ReaderFormats);
  protected readonly effect = computed(() => this.t(EFFECTS[this.refusal()]));
  protected readonly kinds = KINDS;
  protected readonly states = STATES;
  protected readonly kind = signal('');
  protected readonly state = signal('open');
  protected readonly pattern = signal('');
  protected readonly chosen = signal<ReadonlySet<number>>(new Set());
  /** What is decided about all that fit, or what deletes, until it is confirmed. */
  protected readonly asked = signal<Choice | undefined>(undefined);
  /** What came of the decision that was made here last. */
  protected readonly outcome = signal<Outcome | undefined>(undefined);
  protected readonly searching = new Action();
  private readonly parents = inject(ParentSearch);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);

  protected readonly changes = computed(() => this.store.changes() ?? []);
  protected readonly open = computed(() => this.changes().filter(({ state }) => state === 'open'));
  protected readonly selected = computed(() =>
    this.open().filter(({ change_id }) => this.chosen().has(change_id)),
  );
  protected readonly allChosen = computed(
    () => this.open().length > 0 && this.selected().length === this.open().length,
  );
  /** The filter of the changes that are shown, which decisions about all use. */
  protected readonly fitting = computed(() => {
    const { kind, pattern } = this.store.filter();
    return { kind, pattern };
  });
  protected readonly shownCount = computed(() =>
    this.store.loading() && !this.store.changes()
      ? this.t('reading')
      : this.t('shown', { count: this.changes().length }),
  );
  protected readonly isFiltered = computed(() => Object.values(this.fitting()).some(Boolean));
  protected readonly progress = computed(() => {
    const count = this.store.deciding();
    return count === undefined ? '' : this.t('working', { count });
  });
  protected readonly settled = computed(() => {
    const outcome = this.outcome();
    return outcome && outcome.settled > 0 ? this.t('settled', { count: outcome.settled }) : '';
  });
  protected readonly warning = computed(() => {
    const outcome = this.outcome();
    if (outcome?.isSuperseded) return this.t('superseded');
    if (!outcome) return '';
    const { refused, missed, hasRest } = outcome;
    return [
      refused.size > 0 ? this.t('refused', { count: refused.size }) : '',
      hasRest ? this.t('rest') : '',
      missed > 0 ? this.t('missed', { count: missed }) : '',
    ]
      .filter(Boolean)
      .join(' ');
  });
  protected readonly question = computed(() => {
    const choice = this.asked();
    if (choice?.ids) return this.t('confirm.acceptSome', { count: choice.ids.length });
    return this.t(choice?.decision === 'reject' ? 'confirm.reject' : 'confirm.accept');
  });
  protected readonly deletes = computed(() => {
    const choice = this.asked();
    if (choice?.decision !== 'accept') return false;
    if (!choice.ids) return choice.kind === undefined || choice.kind === 'vanished';
    return this.selected().some(({ kind }) => kind === 'vanished');
  });

  constructor() {
    // The filter may be set by another part of the page.
    effect(() => {
      const { kind = '', state = '', pattern = '' } = this.store.filter();
      this.kind.set(kind);
      this.state.set(state);
      this.pattern.set(pattern);
    });
    effect(() => {
      const id = this.store.synchronizationId();
      const outcome = untracked(this.outcome);
      this.chosen.set(new Set());
      if (!outcome?.isSuperseded && outcome?.synchronizationId !== id) this.outcome.set(undefined);
    });
  }

  protected tone(kind: string): 'plain' | 'success' | 'warning' | 'danger' {
    const known = KINDS.find((one) => one === kind);
    return known ? TONES[known] : 'plain';
  }

  protected path({ path }: SynchronizationChange): string {
    return path.join('/');
  }

  /** What accepting does. */
  protected effectOf(change: SynchronizationChange): string {
    const { kind, resource_type: type, resources_below: count, resource_display_name: title } = change;
    if (kind === 'appeared') return this.t('does.appeared', { type });
    if (kind === 'vanished')
      return count > 0 ? this.t('does.vanishedBelow', { count }) : this.t('does.vanished');
    if (kind === 'retitled') return this.t('does.retitled', { title });
    if (kind === 'renamed') return this.t('does.renamed', { name: change.new_name ?? '' });
    return this.t('does.unusable');
  }

  protected stateOf({ state, decided_by: name, decided }: SynchronizationChange): string {
    const text = this.words.changeState(state);
    if (name === null || decided === null) return text;
    return this.t('decidedBy', { state: text, name, ago: this.formats.ago(decided) });
  }

  /** Why it stays open after a decision. */
  protected refusalOf({ change_id }: SynchronizationChange): string {
    const outcome = this.outcome();
    // Numbers of another synchronization mean something else.
    const isShown = outcome?.synchronizationId === this.store.synchronizationId();
    const code = isShown ? outcome?.refused.get(change_id) : undefined;
    return code === undefined ? '' : this.words.refusal(code);
  }

  protected toggle(id: number): void {
    const chosen = new Set(this.chosen());
    if (!chosen.delete(id)) chosen.add(id);
    this.chosen.set(chosen);
  }

  protected chooseAll(isChosen: boolean): void {
    this.chosen.set(new Set(isChosen ? this.open().map(({ change_id }) => change_id) : []));
  }

  protected async narrow(): Promise<void> {
    this.chosen.set(new Set());
    await this.store.narrow({
      kind: this.kind() || undefined,
      state: this.state() || undefined,
      pattern: this.pattern().trim() || undefined,
    });
  }

  /** Decides about the selected changes; what deletes is confirmed first. */
  protected async decideSelected(decision: Choice['decision']): Promise<void> {
    const ids = this.selected().map(({ change_id }) => change_id);
    if (ids.length === 0) return;
    const choice = { decision, ids };
    const isDeletion = decision === 'accept' && this.selected().some(({ kind }) => kind === 'vanished');
    if (isDeletion) this.asked.set(choice);
    else await this.decide(choice);
  }

  protected askAll(decision: Choice['decision']): void {
    this.asked.set({ decision, ...this.fitting() });
  }

  protected async decide(choice: Choice): Promise<void> {
    this.asked.set(undefined);
    this.outcome.set(undefined);
    await this.store.decide(choice);
    this.outcome.set(this.store.outcome());
    this.chosen.set(new Set());
    // The button may be gone with the last change.
    afterNextRender(() => focusIfLost(this.host.querySelector('h2')), { injector: this.injector });
  }

  protected async showAccess({ path, resource_id: id }: SynchronizationChange): Promise<void> {
    let found = id ?? undefined;
    const service = this.store.service();
    await this.searching.run(async () => {
      found ??= await this.parents.above(service, this.resourceId(), path);
    });
    if (found !== undefined) this.access.emit(found);
  }
}

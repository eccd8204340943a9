import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  inject,
  input,
  linkedSignal,
  output,
  signal,
} from '@angular/core';
import { FormsModule } from '@angular/forms';
import { Banner, Button, Dialog, Toasts } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { ProblemTexts } from '../problems/problem-texts';
import { PasteStore } from './paste.store';
import { likelyTypes, type PathFault, readPaths } from './pasted-paths';
import { serviceTexts } from './service.texts';

/** A resource, or the service, that resources are added below. */
export interface AddBelow {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

/** The most resources that are listed in the preview. */
const MAX_SHOWN = 200;

/** Builds a tree from a list of paths, with a preview of what is created. */
@Component({
  selector: 'gh-paste-paths',
  imports: [Banner, Button, Dialog, FormsModule],
  providers: [PasteStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './paste-paths.html',
  styleUrls: ['./service-form.css', './paste-paths.css'],
})
export class PastePaths {
  readonly service = input.required<string>();
  readonly below = input.required<AddBelow>();
  readonly allowed = input.required<(type: string) => readonly string[]>();
  readonly created = output<number>();
  readonly closed = output();

  protected readonly store = inject(PasteStore);
  protected readonly t = translations(serviceTexts);
  protected readonly paths = signal('');
  protected readonly faults = signal<readonly PathFault[]>([]);
  private readonly problemTexts = inject(ProblemTexts);
  private readonly toasts = inject(Toasts);
  private readonly works = inject(WorkInProgress);
  private isClosed = false;
  private readonly likely = computed(() => likelyTypes(this.below().type, this.allowed()));
  protected readonly inner = linkedSignal(() => this.likely().inner);
  protected readonly leaf = linkedSignal(() => this.likely().leaf);

  protected readonly types = computed(() => {
    const here = this.allowed()(this.below().type);
    return [...new Set([...here, ...here.flatMap((type) => this.allowed()(type))])].sort();
  });
  protected readonly missing = computed(() => this.store.planned()?.filter(({ exists }) => !exists) ?? []);
  protected readonly existing = computed(() => (this.store.planned()?.length ?? 0) - this.missing().length);
  protected readonly shown = computed(() => this.missing().slice(0, MAX_SHOWN));
  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    if (!problem) return '';
    const stopped = this.store.done() > 0 ? ` ${this.t('pasting.stopped')}` : '';
    return this.problemTexts.of(problem) + stopped;
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => (this.isClosed = true));
  }

  protected get cancelText(): string {
    return this.t('cancel');
  }

  protected faultText({ reason, type, parentType }: PathFault): string {
    if (reason === 'name') return this.t('pasting.badName');
    return this.allowed()(parentType).length === 0
      ? this.t('pasting.notBelow', { type: parentType })
      : this.t('pasting.notThere', { type, parent: parentType });
  }

  protected async preview(): Promise<void> {
    const types = { parent: this.below().type, inner: this.inner(), leaf: this.leaf() };
    const { nodes, faults } = readPaths(this.paths(), types, this.allowed());
    this.faults.set(faults);
    if (faults.length === 0 && nodes.length > 0) await this.store.preview(this.below().id, nodes);
  }

  /** The creation continues when the dialog is closed; its outcome is then shown by the frame. */
  protected async create(): Promise<void> {
    const count = this.missing().length;
    const service = this.service();
    const isComplete = await this.store.create(service, this.t('pasting.creating', { service }));
    if (!this.isClosed) {
      if (isComplete) this.created.emit(count);
    } else if (isComplete) {
      this.toasts.show(this.t('pasting.finished', { count, service }));
    } else {
      this.works.fail(`${this.t('pasting.failed', { service })} ${this.problemText()}`);
    }
  }
}

import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  input,
  linkedSignal,
  output,
  signal,
  untracked,
} from '@angular/core';
import { FormsModule } from '@angular/forms';
import type { AnnouncedNameDto } from '@gatehouse/dto';
import { Remote, ServicesApi } from '@gatehouse/ui-data';
import { Banner, Button, Dialog, Tag, Toasts } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { ProblemTexts } from '../problems/problem-texts';
import { isNew, resourcesOf } from './announced-names';
import { namesTexts } from './names.texts';
import { PasteStore } from './paste.store';
import { serviceTexts } from './service.texts';

/** The most names that are listed; the filter finds others. */
const MAX_SHOWN = 300;
/** Levels that are indented, for narrow screens. */
const INDENTED = 4;

/** Registers names that the server of a service announces; new ones are selected, except those of groups. */
@Component({
  selector: 'gh-register-names',
  imports: [Banner, Button, Dialog, FormsModule, ProblemPanel, Tag],
  providers: [PasteStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './register-names.html',
  styleUrls: ['./service-form.css', './paste-paths.css', './register-names.css'],
})
export class RegisterNames {
  readonly service = input.required<string>();
  /** That of the service. */
  readonly resourceId = input.required<number>();
  /** The number of resources that were created. */
  readonly created = output<number>();
  readonly closed = output();

  protected readonly paste = inject(PasteStore);
  protected readonly t = translations(namesTexts);
  protected readonly page = translations(serviceTexts);
  protected readonly isNew = isNew;
  protected readonly filter = signal('');
  private readonly api = inject(ServicesApi);
  protected readonly announced = new Remote(() => this.api.announcedNames(this.service()));
  private readonly problemTexts = inject(ProblemTexts);
  private readonly toasts = inject(Toasts);
  private readonly works = inject(WorkInProgress);
  private isClosed = false;

  private readonly listed = computed(() => this.announced.value()?.names ?? []);
  protected readonly hasGroups = computed(() => this.listed().some((name) => name.is_group && isNew(name)));
  protected readonly possible = computed(() => this.listed().filter(isNew));
  /** The names that are registered. A group would be allowed with the denied layers in it. */
  protected readonly chosen = linkedSignal<ReadonlySet<string>>(
    () =>
      new Set(
        this.possible()
          .filter(({ is_group }) => !is_group)
          .map(({ name }) => name),
      ),
  );
  protected readonly matching = computed(() => {
    const text = this.filter().trim().toLowerCase();
    return this.listed().filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(text));
  });
  protected readonly shown = computed(() => this.matching().slice(0, MAX_SHOWN));
  protected readonly all = computed(() => this.paste.planned()?.filter(({ exists }) => !exists).length ?? 0);
  protected readonly progress = computed(() =>
    this.page('pasting.progress', { done: this.paste.done(), all: this.all() }),
  );
  protected readonly problemText = computed(() => {
    const problem = this.paste.problem();
    return problem ? this.problemTexts.of(problem) : '';
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => (this.isClosed = true));
    effect(() => {
      this.service();
      untracked(() => void this.announced.load());
    });
  }

  protected level({ level }: AnnouncedNameDto): number {
    return Math.min(level, INDENTED);
  }

  protected toggle(name: string): void {
    const chosen = new Set(this.chosen());
    if (!chosen.delete(name)) chosen.add(name);
    this.chosen.set(chosen);
  }

  /** Selects all names that match the filter, or none of them. */
  protected choose(isChosen: boolean): void {
    const chosen = new Set(this.chosen());
    for (const { name } of this.matching().filter(isNew)) {
      if (isChosen) chosen.add(name);
      else chosen.delete(name);
    }
    this.chosen.set(chosen);
  }

  /** Creates the resources, also when the dialog is closed meanwhile; the outcome is then shown by the frame. */
  protected async register(): Promise<void> {
    const service = this.service();
    const chosen = this.chosen();
    const nodes = resourcesOf(this.possible().filter(({ name }) => chosen.has(name)));
    // What was registered since the names were read is left as it is.
    await this.paste.preview(this.resourceId(), nodes);
    const isComplete =
      this.paste.planned() !== undefined &&
      (await this.paste.create(service, this.page('pasting.creating', { service })));
    const count = this.paste.done();
    if (!this.isClosed) {
      if (isComplete) this.created.emit(count);
    } else if (isComplete) this.toasts.show(this.page('pasting.finished', { count, service }));
    else this.works.fail(`${this.page('pasting.failed', { service })} ${this.problemText()}`);
  }
}

import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  ElementRef,
  inject,
  Injector,
  output,
  signal,
} from '@angular/core';
import { Finder, type Option } from '@gatehouse/ui-grid';
import { Button, chevronRightIcon, Icon, Skeleton } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { Lookup } from '../page-parts/lookup';
import { type Branch, type BranchPage, ResourceSource } from './resource-source';
import { tokensTexts } from './tokens.texts';

/**
 * Chooses a service or resource: the tree one level at a time, with the way to it above, which fits a phone at any depth; for
 * administrators with a search.
 */
@Component({
  selector: 'gh-resource-picker',
  imports: [Button, Finder, Icon, ProblemPanel, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { role: 'group', '[attr.aria-label]': "t('pick.title')" },
  templateUrl: './resource-picker.html',
  styleUrls: ['../page-parts/page.css', './tokens.css'],
})
export class ResourcePicker {
  readonly picked = output<Pick<Branch, 'id' | 'path'>>();

  protected readonly source = inject(ResourceSource);
  protected readonly t = translations(tokensTexts);
  protected readonly icons = { open: chevronRightIcon };
  protected readonly lookup = new Lookup((q) => this.source.find(q), inject(DestroyRef));
  protected readonly reading = new Action();
  /** From the service down to what is open; empty where the services are listed. */
  protected readonly trail = signal<readonly Branch[]>([]);
  private readonly level = signal<BranchPage | undefined>(undefined);
  protected readonly shown = computed<BranchPage | undefined>(() => {
    if (this.trail().length > 0) return this.level();
    const roots = this.source.roots.value();
    return roots && { branches: roots.map(({ branch }) => branch), next: null };
  });
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);

  /** Opens a branch that is listed. */
  protected open(branch: Branch): Promise<void> {
    return this.show([...this.trail(), branch]);
  }

  /** Returns to a branch of the way, or with 0 to the services. */
  protected backTo(depth: number): Promise<void> {
    return this.show(this.trail().slice(0, depth));
  }

  protected async more(): Promise<void> {
    const branch = this.trail().at(-1);
    const before = this.level();
    if (!branch || typeof before?.next !== 'number') return;
    const after = before.next;
    await this.reading.run(async () => {
      const { branches, next } = await this.source.below(branch, after);
      this.level.set({ branches: [...before.branches, ...branches], next });
    });
  }

  protected again(): Promise<void> {
    return this.trail().length === 0 ? this.source.roots.load() : this.show(this.trail());
  }

  protected pickFound({ id, note }: Option): void {
    this.lookup.clear();
    this.picked.emit({ id: Number(id), path: note ?? '' });
  }

  private async show(trail: readonly Branch[]): Promise<void> {
    const branch = trail.at(-1);
    const isRead = await this.reading.run(async () => {
      const level = branch && (await this.source.below(branch));
      this.level.set(level);
      this.trail.set(trail);
    });
    if (isRead) afterNextRender(() => this.focusPlace(), { injector: this.injector });
  }

  /** The button that opened a level is gone: the focus is on its name in the way to it. */
  private focusPlace(): void {
    [...this.host.querySelectorAll<HTMLElement>('.trail button')].at(-1)?.focus();
  }
}

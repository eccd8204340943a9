import { ActiveDescendantKeyManager } from '@angular/cdk/a11y';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  Injector,
  output,
  untracked,
  viewChild,
  viewChildren,
} from '@angular/core';
import { Router } from '@angular/router';
import { BrowserLocation } from '@gatehouse/ui-data';
import { Banner, Button, closeIcon, Dialog, Icon, searchIcon, Skeleton } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { SearchShortcut } from '../navigation/search-shortcut';
import { Commands } from './commands';
import type { PaletteItem, Target } from './palette-item';
import { PaletteOption } from './palette-option';
import { PaletteStore } from './palette.store';
import { paletteTexts } from './palette.texts';

/** The command palette: finds users, groups, services, resources, pages and actions, and opens them. */
@Component({
  selector: 'gh-palette',
  imports: [Banner, Button, Dialog, Icon, PaletteOption, Skeleton],
  providers: [Commands, PaletteStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(mousedown)': 'pressed($event)', '(keydown)': 'toggled($event)' },
  templateUrl: './palette.html',
  styleUrl: './palette.css',
})
export class Palette {
  readonly closed = output();

  protected readonly store = inject(PaletteStore);
  protected readonly t = translations(paletteTexts);
  protected readonly icons = { close: closeIcon, search: searchIcon };
  private readonly router = inject(Router);
  private readonly location = inject(BrowserLocation);
  private readonly shortcut = inject(SearchShortcut);
  private readonly problemTexts = inject(ProblemTexts);

  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  private readonly options = viewChildren(PaletteOption);
  private readonly keys = new ActiveDescendantKeyManager(this.options, inject(Injector)).withWrap();

  protected readonly activeId = computed(() => {
    const active = this.options().includes(this.keys.activeItem as PaletteOption)
      ? this.keys.activeItem
      : undefined;
    return active?.elementId() ?? null;
  });
  protected readonly problemText = computed(() => {
    const problem = this.store.problem();
    return problem ? `${this.t('failed')} ${this.problemTexts.of(problem)}` : '';
  });
  protected readonly isEmpty = computed(
    () => this.store.count() === 0 && !this.store.searching() && !this.store.problem(),
  );
  /** What is announced: nothing before anything is typed, and no number while it can still grow. */
  protected readonly status = computed(() => {
    if (this.store.query() === '' || this.store.problem()) return '';
    if (this.store.searching()) return this.t('searching');
    if (this.isEmpty()) return this.t('nothing', { text: this.store.query() });
    return this.t('found', { count: this.store.count() });
  });

  constructor() {
    let listedFor = '';
    effect(() => {
      const options = this.options();
      untracked(() => {
        const { activeItem } = this.keys;
        const q = this.store.query();
        // The list for another text starts at its beginning; the marked option remains marked while results are added.
        if (q !== listedFor || !activeItem || !options.includes(activeItem)) this.markFirst();
        listedFor = q;
      });
    });
    effect(() => {
      this.store.query();
      untracked(() => this.markFirst());
    });
    effect(() => this.field().nativeElement.focus());
  }

  protected type(event: Event): void {
    this.store.text.set((event.target as HTMLInputElement).value);
  }

  protected press(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const item = this.keys.activeItem?.item();
      if (item) this.choose(item);
    } else if (!event.isComposing) this.keys.onKeydown(event);
  }

  protected choose({ target }: PaletteItem): void {
    this.closed.emit();
    void this.open(target);
  }

  /** Presses on options do not take the focus from the field; presses beside the dialog close it. */
  protected pressed(event: Event): void {
    const target = event.target as Element;
    if (target.closest('[role="option"]')) event.preventDefault();
    else if (target instanceof HTMLDialogElement) this.closed.emit();
  }

  /** The shortcut that opens the palette also closes it. */
  protected toggled(event: KeyboardEvent): void {
    if (!this.shortcut.matches(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.closed.emit();
  }

  private markFirst(): void {
    this.keys.setActiveItem(this.options().length > 0 ? 0 : -1);
  }

  private async open(target: Target): Promise<void> {
    if ('run' in target) target.run();
    else if ('address' in target) this.location.open(target.address);
    else await this.router.navigate([...target.route], { queryParams: target.query ?? {} });
  }
}

import { effect, inject, Injectable, signal } from '@angular/core';
import { Title as DocumentTitle } from '@angular/platform-browser';
import { type Params, type RouterStateSnapshot, TitleStrategy } from '@angular/router';
import { pageTitles } from '../navigation/page-titles';
import type { Title } from '../navigation/titles.texts';
import type { PageData } from './page';

interface Shown {
  readonly title: Title;
  readonly params: Params;
}

/** The title of every page, in the language of the reader: its own name first, since that is what a tab shows. */
@Injectable()
export class PageTitle extends TitleStrategy {
  private readonly documentTitle = inject(DocumentTitle);
  private readonly titleOf = pageTitles();
  private readonly shown = signal<Shown | undefined>(undefined);

  constructor() {
    super();
    effect(() => this.show(this.shown()));
  }

  override updateTitle({ root }: RouterStateSnapshot): void {
    let route = root;
    while (route.firstChild) route = route.firstChild;
    const { title } = route.data as Partial<PageData>;
    const shown = title && { title, params: route.params };
    this.shown.set(shown);
    // Also immediately, so that the title is set at the end of the navigation.
    this.show(shown);
  }

  private show(shown: Shown | undefined): void {
    const page = shown && this.titleOf(shown.title, shown.params);
    this.documentTitle.setTitle(page ? `${page} – Gatehouse` : 'Gatehouse');
  }
}

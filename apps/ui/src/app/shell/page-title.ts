import { inject, Injectable } from '@angular/core';
import { Title } from '@angular/platform-browser';
import { type ResolveFn, type RouterStateSnapshot, TitleStrategy } from '@angular/router';
import { type Catalogue, texts } from '../language/language';

/** The title of every page: its own name first, since that is what a tab shows. */
@Injectable()
export class PageTitle extends TitleStrategy {
  private readonly title = inject(Title);

  override updateTitle(snapshot: RouterStateSnapshot): void {
    const page = this.buildTitle(snapshot);
    this.title.setTitle(page ? `${page} – Gatehouse` : 'Gatehouse');
  }
}

/** The title of a route, from the texts of its page. */
export function titled(catalogue: Catalogue<{ readonly title: string }>): ResolveFn<string> {
  return () => texts(catalogue).title;
}

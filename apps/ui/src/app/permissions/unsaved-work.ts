import { inject, Injectable, signal } from '@angular/core';
import type { CanDeactivateFn, Routes } from '@angular/router';

/** Work that would be lost by leaving the pages it belongs to. It is kept apart from them, so that routes do not load them. */
@Injectable({ providedIn: 'root' })
export class UnsavedWork {
  private discard: (() => void) | undefined;
  private readonly question = signal<((leave: boolean) => void) | undefined>(undefined);

  /** Whether the page that shows the work asks if it is to be lost. */
  readonly isAsking = () => this.question() !== undefined;

  get exists(): boolean {
    return this.discard !== undefined;
  }

  /** There is unsaved work, with what discards it; or there is none. */
  set(discard: (() => void) | undefined): void {
    this.discard = discard;
  }

  /** Requests confirmation to discard the work, which the page shows. */
  async mayLeave(): Promise<boolean> {
    if (!this.discard) return true;
    this.answer(false);
    const leave = await new Promise<boolean>((resolve) => this.question.set(resolve));
    if (leave) this.discard?.();
    return leave;
  }

  /** The answer to the question, if there is one. */
  answer(leave: boolean): void {
    this.question()?.(leave);
    this.question.set(undefined);
  }
}

/** Between pages that show edits of permissions, they are kept; before leaving for others, a confirmation is required. */
const askFirst: CanDeactivateFn<unknown> = (_page, _route, _from, to) =>
  /^\/(permissions|services)\b/.test(to.url) || inject(UnsavedWork).mayLeave();

export function askingBeforeLeaving(routes: Routes): Routes {
  return routes.map((route) => ({ ...route, canDeactivate: [askFirst] }));
}

import { computed, linkedSignal, type Signal } from '@angular/core';

/** Rows of a list that are shown at first, and added each time. */
const PAGE = 50;

/** The beginning of a long list, of which more can be shown. */
export class Listed<T> {
  private readonly count = linkedSignal({ source: () => this.origin(), computation: () => PAGE });
  readonly shown = computed(() => this.all().slice(0, this.count()));
  readonly hasMore = computed(() => this.shown().length < this.all().length);

  /** The beginning is shown again when `origin` changes. */
  constructor(
    private readonly all: Signal<readonly T[]>,
    private readonly origin: Signal<unknown> = all,
  ) {}

  showMore(): void {
    this.count.update((count) => count + PAGE);
  }
}

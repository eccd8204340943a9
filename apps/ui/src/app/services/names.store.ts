import { computed, inject, Injectable, signal } from '@angular/core';
import type { UnregisteredNamesDto, UnregisteredNamesEntryDto } from '@gatehouse/dto';
import { ServicesApi } from '@gatehouse/ui-data';
import { Action } from '../page-parts/action';

/** For whom names of layers that are not registered are refused. */
@Injectable()
export class NamesStore {
  private readonly api = inject(ServicesApi);
  private readonly reading = new Action();
  private readonly pages = signal<readonly UnregisteredNamesDto[]>([]);

  readonly service = signal('');
  readonly problem = this.reading.problem;
  readonly loading = this.reading.busy;
  /** What all pages have in common; undefined until the first one has been read. */
  readonly facts = computed(() => this.pages()[0]);
  readonly entries = computed<readonly UnregisteredNamesEntryDto[]>(() =>
    this.pages().flatMap(({ entries }) => entries),
  );
  readonly hasMore = computed(() => this.entries().length < (this.facts()?.total ?? 0));

  async load(): Promise<void> {
    await this.reading.run(async () => this.pages.set([await this.page(0)]));
  }

  async more(): Promise<void> {
    await this.reading.run(async () => {
      const next = await this.page(this.entries().length);
      // Entries of another revision are at other places.
      const isSame = next.revision === this.facts()?.revision;
      this.pages.set(isSame ? [...this.pages(), next] : [await this.page(0)]);
    });
  }

  private page(offset: number): Promise<UnregisteredNamesDto> {
    return this.api.unregisteredNames(this.service(), offset);
  }
}

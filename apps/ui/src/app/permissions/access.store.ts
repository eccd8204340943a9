import { inject, Injectable, signal, type WritableSignal } from '@angular/core';
import type { AccessEntryDto, AccessListDto, LocationDto } from '@gatehouse/dto';
import { type AccessFilter, asProblem, PermissionsApi, type Problem } from '@gatehouse/ui-data';
import { stateInUrl } from '../page-parts/view-in-url';

const PAGE = 100;
const EXPORT_PAGE = 1000;

const ACCESS = ['allow', 'deny'] as const;
const KINDS = ['user', 'group'] as const;
/** In the address: both, allowed and denied. */
const ANY = 'any';

/** The filter of the list, kept in the address; without one, those who have access. Requires an injection context. */
function filterInUrl(): WritableSignal<AccessFilter> {
  return stateInUrl<AccessFilter>(
    (parameter) => ({
      access:
        parameter('access') === ANY
          ? undefined
          : (ACCESS.find((access) => access === parameter('access')) ?? 'allow'),
      kind: KINDS.find((kind) => kind === parameter('kind')),
      permission: parameter('permission') || undefined,
      q: parameter('q') || undefined,
    }),
    ({ access = ANY, kind = '', permission = '', q = '' }) => ({
      access: access === 'allow' ? '' : access,
      kind,
      permission,
      q,
    }),
  );
}

/** Who has access to a resource, and why. */
@Injectable()
export class AccessStore {
  private readonly api = inject(PermissionsApi);
  private resourceId = 0;
  private turn = 0;

  readonly filter = filterInUrl();
  readonly location = signal<LocationDto | undefined>(undefined);
  readonly page = signal<AccessListDto | undefined>(undefined);
  readonly entries = signal<readonly AccessEntryDto[]>([]);
  readonly loading = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);

  async show(resourceId: number): Promise<void> {
    this.resourceId = resourceId;
    this.location.set(undefined);
    await Promise.all([this.load(), this.locate()]);
  }

  /** Reads again, by other filters. */
  async narrow(filter: AccessFilter): Promise<void> {
    this.filter.update((current) => ({ ...current, ...filter }));
    await this.load();
  }

  /** Reads what is shown again, after a change by somebody. */
  async refresh(): Promise<void> {
    const turn = this.turn;
    const limit = Math.min(Math.max(PAGE, this.entries().length), EXPORT_PAGE);
    try {
      const page = await this.api.access(this.resourceId, { ...this.filter(), offset: 0, limit });
      if (turn !== this.turn) return;
      this.page.set(page);
      this.entries.update((shown) => [...page.entries, ...shown.slice(limit)]);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (turn === this.turn) this.problem.set(problem);
    }
  }

  async load(offset = 0): Promise<void> {
    const turn = ++this.turn;
    this.loading.set(true);
    this.problem.set(undefined);
    try {
      const page = await this.api.access(this.resourceId, { ...this.filter(), offset, limit: PAGE });
      if (turn !== this.turn) return;
      this.page.set(page);
      this.entries.update((shown) => (offset === 0 ? page.entries : [...shown, ...page.entries]));
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (turn === this.turn) this.problem.set(problem);
    } finally {
      if (turn === this.turn) this.loading.set(false);
    }
  }

  /** All entries of the filter, not only those shown. */
  async all(): Promise<readonly AccessEntryDto[]> {
    const all: AccessEntryDto[] = [];
    for (;;) {
      const page = { ...this.filter(), offset: all.length, limit: EXPORT_PAGE };
      const { entries, total } = await this.api.access(this.resourceId, page);
      all.push(...entries);
      if (entries.length === 0 || all.length >= total) return all;
    }
  }

  private async locate(): Promise<void> {
    try {
      this.location.set(await this.api.locate(this.resourceId));
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    }
  }
}

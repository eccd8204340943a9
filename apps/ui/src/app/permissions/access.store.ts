import { inject, Injectable, signal, type WritableSignal } from '@angular/core';
import type { AccessEntryDto, AccessListDto, LocationDto } from '@gatehouse/dto';
import { type AccessFilter, asProblem, PermissionsApi, type Problem } from '@gatehouse/ui-data';
import { stateInUrl } from '../page-parts/view-in-url';
import { PrincipalNames } from '../principals/principal-names';

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
  private readonly names = inject(PrincipalNames);
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
      const page = await this.read(0, limit);
      if (turn !== this.turn) return;
      this.page.set(page);
      this.entries.update((shown) => [...page.entries, ...shown.slice(page.entries.length)]);
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
      const page = await this.read(offset, PAGE);
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
      const { entries, total } = await this.read(all.length, EXPORT_PAGE);
      all.push(...entries);
      if (entries.length === 0 || all.length >= total) return all;
    }
  }

  /**
   * A page of the entries of the filter. Those of everyone, for whom a search by the name that is displayed does not search the
   * API, come first.
   */
  private async read(offset: number, limit: number): Promise<AccessListDto> {
    const filter = this.filter();
    const name = this.names.everyoneFor(filter.q ?? '');
    if (name === undefined) return this.api.access(this.resourceId, { ...filter, offset, limit });
    const [everyone, others] = await Promise.all([
      this.api.access(this.resourceId, { ...filter, q: name, offset: 0, limit: EXPORT_PAGE }),
      this.api.access(this.resourceId, { ...filter, offset: 0, limit: offset + limit }),
    ]);
    const isEveryone = (entry: AccessEntryDto) => nameOf(entry) === name;
    const first = everyone.entries.filter(isEveryone);
    const entries = [...first, ...others.entries.filter((entry) => !isEveryone(entry))];
    return {
      ...others,
      offset,
      total: others.total + first.length,
      entries: entries.slice(offset, offset + limit),
    };
  }

  private async locate(): Promise<void> {
    try {
      this.location.set(await this.api.locate(this.resourceId));
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    }
  }
}

function nameOf({ user_name, group_name }: AccessEntryDto): string {
  return user_name ?? group_name ?? '';
}

import { computed, inject, Injectable, signal } from '@angular/core';
import { AboutApi } from '@gatehouse/ui-data/about-api';
import { AuditApi } from '@gatehouse/ui-data/audit-api';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { OverviewApi } from '@gatehouse/ui-data/overview-api';
import type { Problem } from '@gatehouse/ui-data/problem';
import { Remote } from '@gatehouse/ui-data/remote';
import { ServicesApi } from '@gatehouse/ui-data/services-api';
import { Session } from '@gatehouse/ui-data/session';
import { RefusedServices } from '../synchronization/refused-services';

/** How many services there are of one type; `share` of the most frequent type, from 0 to 1. */
export interface TypeCount {
  readonly type: string;
  readonly count: number;
  readonly share: number;
}

/** Changes that are shown. */
const CHANGES = 8;

/** Sessions, and all events, which belong to no revision. */
const NO_CHANGES = 'session,sign_in,access,audit';

/** The overview of an administrator: how much there is of everything, what needs attention, and what was changed last. */
@Injectable()
export class AdministratorHomeStore {
  private readonly deployment = inject(Deployment);
  private readonly overviewApi = inject(OverviewApi);
  private readonly audit = inject(AuditApi);
  private readonly services = inject(ServicesApi);
  private readonly about = inject(AboutApi);

  private readonly counts = new Remote(() => this.overviewApi.read());
  /** The newest revisions, each by the entry that describes it best. */
  private readonly latest = new Remote(() =>
    this.audit.entries({ exclude_kind: NO_CHANGES, by_revision: true }, CHANGES),
  );
  private readonly servicesByType = new Remote(() => this.services.byType());
  private readonly versions = new Remote(() => this.about.version());
  private readonly refusedServices = inject(RefusedServices);
  private readonly refused = new Remote(() => this.refusedServices.among(this.suggested()));
  private readonly parts = [this.counts, this.latest, this.servicesByType, this.versions];

  readonly user = inject(Session).user;
  readonly apiAddress = this.deployment.origin + this.deployment.apiRoot;
  readonly overview = this.counts.value;
  /** Services whose names are refused, although a synchronization has found them. */
  readonly refusedNames = computed(() => this.refused.value() ?? []);
  readonly changes = this.latest.value;
  readonly version = this.versions.value;
  readonly updatedAt = signal<Date | undefined>(undefined);
  /** Whether the last read was not requested by the user. */
  readonly isFollowing = signal(false);
  /** Set when all parts have been loaded or have failed: cards of unknown heights would move each other. */
  readonly isShown = signal(false);
  readonly loading = (): boolean => this.parts.some((part) => part.loading());
  /** The first problem; the loaded parts are shown nevertheless. */
  readonly problem = computed<Problem | undefined>(() =>
    [...this.parts, this.refused].find((part) => part.problem())?.problem(),
  );

  /** The service types in use, most frequent first. */
  readonly typeCounts = computed<readonly TypeCount[] | undefined>(() => {
    const byType = this.servicesByType.value();
    if (!byType) return undefined;
    const counts = Object.entries(byType)
      .map(([type, services]) => ({ type, count: Object.keys(services).length }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type));
    return counts.map(({ type, count }) => ({ type, count, share: count / (counts[0]?.count ?? 1) }));
  });

  /** Reads all parts because of a change by somebody, which needs no announcement. */
  follow(): Promise<void> {
    this.isFollowing.set(true);
    return this.read();
  }

  load(): Promise<void> {
    this.isFollowing.set(false);
    return this.read();
  }

  /** Services with changes to decide about, as far as they are named. */
  private suggested(): readonly string[] {
    const services = this.overview()?.synchronization_attention ?? [];
    return services.filter(({ suggestions }) => suggestions).map(({ service_name: name }) => name);
  }

  private async read(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.load()));
    this.isShown.set(true);
    // The rest is shown before.
    await this.refused.load();
    if (!this.problem()) this.updatedAt.set(new Date());
  }
}

import { computed, inject, Injectable, signal } from '@angular/core';
import {
  AboutApi,
  Deployment,
  DeploymentSettings,
  GroupsApi,
  type Problem,
  Remote,
  ServicesApi,
  Session,
  UsersApi,
} from '@gatehouse/ui-data';

/** How many services there are of one type; `share` of the most frequent type, from 0 to 1. */
export interface TypeCount {
  readonly type: string;
  readonly count: number;
  readonly share: number;
}

/** The overview of an administrator: the numbers of users, groups and services. */
@Injectable()
export class AdministratorHomeStore {
  private readonly settings = inject(DeploymentSettings).current();
  private readonly deployment = inject(Deployment);
  private readonly users = inject(UsersApi);
  private readonly groups = inject(GroupsApi);
  private readonly services = inject(ServicesApi);
  private readonly about = inject(AboutApi);

  private readonly userNames = new Remote(() => this.users.names());
  private readonly groupNames = new Remote(() => this.groups.names());
  private readonly servicesByType = new Remote(() => this.services.byType());
  private readonly versions = new Remote(() => this.about.version());
  private readonly parts = [this.userNames, this.groupNames, this.servicesByType, this.versions];

  readonly user = inject(Session).user;
  readonly apiAddress = this.deployment.origin + this.deployment.apiRoot;
  readonly version = this.versions.value;
  readonly updatedAt = signal<Date | undefined>(undefined);
  readonly loading = (): boolean => this.parts.some((part) => part.loading());
  /** The first problem; the loaded parts are shown nevertheless. */
  readonly problem = computed<Problem | undefined>(() =>
    this.parts.find((part) => part.problem())?.problem(),
  );

  readonly userCount = computed(() => this.userNames.value()?.length);
  /** The anonymous user, if it is among those counted. */
  readonly anonymousUser = computed(() =>
    this.userNames.value()?.includes(this.settings.anonymous_user) ? this.settings.anonymous_user : undefined,
  );

  readonly groupCount = computed(() => this.groupNames.value()?.length);
  /** The number of built-in groups: administrators and anonymous. Reference: http#reserved-names */
  readonly builtInGroupCount = computed(() => {
    const { admin_group, anonymous_user } = this.settings;
    return this.groupNames.value()?.filter((name) => name === admin_group || name === anonymous_user).length;
  });

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
  readonly serviceCount = computed(() => this.typeCounts()?.reduce((sum, { count }) => sum + count, 0));

  async load(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.load()));
    if (!this.problem()) this.updatedAt.set(new Date());
  }
}

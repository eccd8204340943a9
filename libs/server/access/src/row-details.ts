import type { Entity } from '@gatehouse/access-engine';
import type { Columns, LoggedChange } from './rows';

/** Fields of a user that are displayed besides its name. */
export interface UserDetails {
  readonly email: string;
  readonly status: number;
  /** Language of mails to the user. */
  readonly locale: string;
}

/** Columns that are read for details, besides those of a snapshot. */
export const DETAIL_COLUMNS: Readonly<Partial<Record<Entity, string>>> = {
  user: 'email, status, locale',
  group: 'terms',
  resource: 'display_name',
  service: 'sync_type',
};

/**
 * Fields of users, groups, resources and services that are displayed but do not affect decisions. The API keeps them with its
 * snapshot, at the same revision; a proxy does not need them. Values that can be derived from the row use no memory.
 */
export class RowDetails {
  private readonly users = new Map<number, UserDetails>();
  private readonly groupsWithTerms = new Set<number>();
  private readonly displayNames = new Map<number, string>();
  private readonly syncTypes = new Map<number, string>();

  user(id: number): UserDetails | undefined {
    return this.users.get(id);
  }

  /** Whether membership of any group needs the acceptance of terms. */
  get hasGroupsWithTerms(): boolean {
    return this.groupsWithTerms.size > 0;
  }

  /** Undefined for a resource whose display name is its name. */
  displayName(resourceId: number): string | undefined {
    return this.displayNames.get(resourceId);
  }

  syncType(serviceId: number): string | null {
    return this.syncTypes.get(serviceId) ?? null;
  }

  /** Applies a row of the database. */
  put(entity: string, columns: Columns): void {
    if (entity === 'user') this.putUser(columns);
    if (entity === 'group' && columns['terms'] !== null) this.groupsWithTerms.add(Number(columns['id']));
    if (entity === 'resource')
      put(this.displayNames, columns['id'], columns['display_name'], columns['name']);
    if (entity === 'service') put(this.syncTypes, columns['resource_id'], columns['sync_type'], null);
  }

  /** Applies an entry of the change log. */
  apply({ entity, before, after }: LoggedChange): void {
    if (before) this.remove(entity, before);
    if (after) this.put(entity, after);
  }

  private putUser({ id, email, status, locale }: Columns): void {
    this.users.set(Number(id), { email: String(email), status: Number(status), locale: String(locale) });
  }

  private remove(entity: string, columns: Columns): void {
    if (entity === 'user') this.users.delete(Number(columns['id']));
    if (entity === 'group') this.groupsWithTerms.delete(Number(columns['id']));
    if (entity === 'resource') this.displayNames.delete(Number(columns['id']));
    if (entity === 'service') this.syncTypes.delete(Number(columns['resource_id']));
  }
}

function put(details: Map<number, string>, id: unknown, value: unknown, implied: unknown): void {
  if (typeof value === 'string' && value !== implied) details.set(Number(id), value);
}

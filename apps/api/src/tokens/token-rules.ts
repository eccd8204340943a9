import { Injectable } from '@nestjs/common';
import type { PermissionName } from '@gatehouse/access-engine';
import type { StoredRestrictionEntry } from '@gatehouse/database';
import { Accounts, Resources, Services, resourceNotFound, serviceNotFound } from '@gatehouse/directory';
import type { ApiTokenFields } from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import { VisibleResources } from '../snapshot/visible-resources';
import { type RequestedEntry, invalidEntry, readRestriction } from './restriction-body';
import type { TokenAuthor, TokenOwner } from './token-author';

/** What a token can be given: a restriction, or the role of an administrator. Reference: sessions#api-tokens. */
@Injectable()
export class TokenRules {
  constructor(
    private readonly accounts: Accounts,
    private readonly resources: Resources,
    private readonly services: Services,
    private readonly visible: VisibleResources,
  ) {}

  /**
   * The role is that of the owner, also where an administrator creates the token. Throws `permission_denied`,
   * `token_restriction_excluded`.
   */
  async rejectContradiction(
    { isAdministrator, restriction }: ApiTokenFields,
    owner: TokenOwner,
  ): Promise<void> {
    if (!isAdministrator) return;
    const account = await this.accounts.summaryOf(owner.id);
    if (!account?.isAdministrator) throw problem('permission_denied');
    if (restriction !== null)
      throw problem(
        'token_restriction_excluded',
        {},
        { param: { name: 'restriction', value: null, conditions: { not_none: true } } },
      );
  }

  /** The restriction in a body, null for none. Throws `token_restriction_invalid`, `resource_not_found`, `service_not_found`. */
  async restrictionOf(value: unknown, by: TokenAuthor): Promise<readonly StoredRestrictionEntry[] | null> {
    const entries = readRestriction(value);
    if (!entries) return null;
    return Promise.all(entries.map((entry) => this.stored(entry, by)));
  }

  private async stored(entry: RequestedEntry, by: TokenAuthor): Promise<StoredRestrictionEntry> {
    const { id, serviceType } = await this.placeOf(entry, by);
    const known: readonly PermissionName[] = TYPE_CATALOGUE.namesOf(serviceType);
    const other = entry.names.find((name) => !known.includes(name));
    if (other !== undefined) throw invalidEntry(`${entry.field}.permission_names`, known.join(', '));
    return { resource_id: id, scope: entry.scope, names: entry.names };
  }

  /** What is not visible to the owner is as if it did not exist, as in paths. Throws `resource_not_found`, `service_not_found`. */
  private async placeOf({ resourceId, serviceName = '' }: RequestedEntry, by: TokenAuthor) {
    if (resourceId !== undefined) {
      const { id, service } = await this.resources.byId(resourceId);
      if (!(await this.isShown(id, by))) throw resourceNotFound(resourceId);
      return { id, serviceType: service.type.name };
    }
    const { id, type } = await this.services.byName(serviceName);
    if (!(await this.isShown(id, by))) throw serviceNotFound(serviceName);
    return { id, serviceType: type.name };
  }

  private async isShown(resourceId: number, { owner, author, scope }: TokenAuthor): Promise<boolean> {
    return author.isAdministrator || this.visible.isVisible(owner.id, resourceId, scope);
  }
}

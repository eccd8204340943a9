import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import type { ChildResourceDto, ListedServiceDto, VisibleChildrenDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';

/**
 * The users of the deployment and their permissions.
 *
 * The own account is requested by its name rather than by the keyword for the signed-in user: without a session the keyword
 * means the anonymous user (Reference: http#keyword-of-the-signed-in-user), whose rights would then be shown as one's own.
 */
@Injectable({ providedIn: 'root' })
export class UsersApi {
  private readonly api = inject(ApiClient);

  /** Names of all users, sorted. For administrators. */
  async names(): Promise<readonly string[]> {
    return (await this.api.get('/users')).user_names ?? [];
  }

  /** Names of the groups a user is an active member of, sorted. */
  async groupsOf(userName: string): Promise<readonly string[]> {
    const path = { user_name: userName };
    return (await this.api.get('/users/{user_name}/groups', { path })).group_names;
  }

  /**
   * The services with assignments that apply to a user, each permission with the assignment that counts of the user's own
   * and those of their groups; where assignments are only below the service, it has no permissions.
   * Reference: permission-rules#listings
   */
  async servicesOf(userName: string): Promise<readonly ListedServiceDto[]> {
    const path = { user_name: userName };
    const query = { cascade: true, resolve: true, flatten: true };
    const { services } = await this.api.get('/users/{user_name}/services', { path, query });
    // Only a request without `flatten` is answered with services by type.
    return services as readonly ListedServiceDto[];
  }

  /** The children of a service or resource that a user sees, among at most `limit` that follow `after`. */
  async visibleChildren(
    user_name: string,
    resource_id: number,
    limit: number,
    after?: number,
  ): Promise<VisibleChildrenDto> {
    const path = { user_name, resource_id };
    const query = { limit, after };
    const reply = await this.api.get('/users/{user_name}/resources/{resource_id}/children', { path, query });
    return { children: reply.children as ChildResourceDto[], next: reply.next };
  }

  /** How many permissions are assigned to a user, those of their groups not counted. For administrators. */
  async assignmentsOf(user_name: string): Promise<number> {
    const query = { filtered: true };
    const reply = await this.api.get('/users/{user_name}/resources', { path: { user_name }, query });
    const services = Object.values(reply.resources).flatMap((byName) => Object.values(byName));
    return services.reduce((sum, service) => sum + assigned(service) + assignedBelow(service.resources), 0);
  }
}

type Resources = Readonly<Record<string, Schema<'ResourceDto'>>>;

const assigned = ({ permissions }: Pick<Schema<'ResourceDto'>, 'permissions'>): number =>
  new Set(permissions.map(({ name }) => name)).size;

function assignedBelow(resources: Resources = {}): number {
  return Object.values(resources).reduce(
    (sum, resource) => sum + assigned(resource) + assignedBelow(resource.children),
    0,
  );
}

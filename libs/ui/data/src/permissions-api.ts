import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import type {
  AccessListDto,
  AssignmentChange,
  ChangedSinceDto,
  ExplanationDto,
  LocationDto,
  MatrixDto,
  MemberExplanationDto,
  PermissionEntryDto,
  PermissionPreviewDto,
  PermissionsChangedDto,
  ServiceTreeDto,
} from '@gatehouse/dto';
import { ApiClient } from './api-client';

/** A user or a group, which can hold permissions. */
export interface Principal {
  readonly kind: 'user' | 'group';
  readonly name: string;
}

/** The rows of a permission matrix to read. */
export interface MatrixPage {
  readonly parentId?: number;
  readonly offset?: number;
  readonly limit?: number;
  readonly assigned?: boolean;
}

/** Which entries of an access list to read. */
export interface AccessFilter {
  readonly permission?: string | undefined;
  readonly kind?: 'user' | 'group' | undefined;
  readonly access?: 'allow' | 'deny' | undefined;
  readonly q?: string | undefined;
  readonly offset?: number;
  readonly limit?: number;
}

/** The maximum number of changes that the API accepts in one request. */
export const MAX_CHANGES = 1000;

/** Permissions of users and groups on resources. For administrators. Reference: console-api#matrix */
@Injectable({ providedIn: 'root' })
export class PermissionsApi {
  private readonly api = inject(ApiClient);

  matrix(serviceName: string, principal: Principal, page: MatrixPage = {}): Promise<MatrixDto> {
    const { parentId, ...rest } = page;
    return this.api.get('/services/{service_name}/matrix', {
      path: { service_name: serviceName },
      query: { ...nameOf(principal), parent_id: parentId, ...rest },
    });
  }

  /** The resources on the path to a resource, each with its position among its siblings. */
  locate(resourceId: number): Promise<LocationDto> {
    return this.api.get('/resources/{resource_id}/location', { path: { resource_id: resourceId } });
  }

  /** Who has access to a resource, and why; groups are filtered by what their members may do. */
  access(resourceId: number, filter: AccessFilter): Promise<AccessListDto> {
    return this.api.get('/resources/{resource_id}/access', {
      path: { resource_id: resourceId },
      query: {
        ...filter,
        by_member: true,
        permission: filter.permission as Schema<'PermissionName'> | undefined,
        q: filter.q || undefined,
      },
    });
  }

  /** The resources of a service on which the user or one of its groups has an assignment, as a tree. */
  async assignedTree(userName: string, serviceName: string): Promise<ServiceTreeDto> {
    const path = { user_name: userName, service_name: serviceName };
    const query = { inherited: true };
    const reply = await this.api.get('/users/{user_name}/services/{service_name}/resources', { path, query });
    return reply.service as ServiceTreeDto;
  }

  /** What is in effect for a user on a resource, for every permission that applies to it. */
  async effective(userName: string, resourceId: number): Promise<readonly PermissionEntryDto[]> {
    const path = { user_name: userName, resource_id: resourceId };
    const query = { effective: true };
    const reply = await this.api.get('/users/{user_name}/resources/{resource_id}/permissions', {
      path,
      query,
    });
    return reply.permissions as readonly PermissionEntryDto[];
  }

  /** Why a user has a permission on a resource or not; with an API token of the user, why a program with it has. */
  explain(
    userName: string,
    resourceId: number,
    permission: string,
    tokenId?: string,
  ): Promise<ExplanationDto> {
    return this.api.get('/users/{user_name}/resources/{resource_id}/permissions/explain', {
      path: { user_name: userName, resource_id: resourceId },
      query: { permission: permission as Schema<'PermissionName'>, token_id: tokenId },
    });
  }

  /** Why a member of a group who has no other assignments has a permission on a resource or not. */
  explainForMember(groupName: string, resourceId: number, permission: string): Promise<MemberExplanationDto> {
    return this.api.get('/groups/{group_name}/resources/{resource_id}/permissions/explain', {
      path: { group_name: groupName, resource_id: resourceId },
      query: { permission: permission as Schema<'PermissionName'> },
    });
  }

  /** The users who would gain or lose permissions. Changes nothing. */
  preview(
    changes: readonly AssignmentChange[],
    page: { offset?: number; limit?: number } = {},
  ): Promise<PermissionPreviewDto> {
    return this.api.post('/permissions/preview', { body: { changes: toBody(changes), ...page } });
  }

  /** What others have done to the assignments since the revisions of the changes. Changes nothing. */
  changedSince(changes: readonly AssignmentChange[]): Promise<ChangedSinceDto> {
    return this.api.post('/permissions/changed_since', { body: { changes: toBody(changes) } });
  }

  /** Applies all changes or none; 412 if an assignment was changed after the revision of its change, or after `revision`. */
  change(changes: readonly AssignmentChange[], revision: number): Promise<PermissionsChangedDto> {
    return this.api.post('/permissions/changes', { body: { changes: toBody(changes) }, ifMatch: revision });
  }

  /** Undoes a change of permissions by its revision; 409 if something it changed was changed again since. */
  undo(revision: number): Promise<PermissionsChangedDto> {
    return this.api.post('/changes/{revision}/undo', { path: { revision } });
  }
}

/** A principal as requests name it. */
export function nameOf({ kind, name }: Principal): { user_name?: string; group_name?: string } {
  return kind === 'user' ? { user_name: name } : { group_name: name };
}

/** Changes name permissions of the columns of a grid, which come from the API. */
function toBody(changes: readonly AssignmentChange[]): Schema<'AssignmentChange'>[] {
  return [...changes] as Schema<'AssignmentChange'>[];
}

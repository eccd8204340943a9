import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

export type GroupDetail = Schema<'GroupDetailDto'>;
export type ListedGroup = Schema<'ListedGroupDto'>;
export type NewGroup = Schema<'CreateGroupDto'>;
export type GroupChanges = Schema<'UpdateGroupDto'>;
export type TermsVersion = Schema<'TermsVersionDto'>;
export type PublicGroup = Schema<'GroupPublicDto'>;

/** Groups for administrators, and those that all users may join. */
@Injectable({ providedIn: 'root' })
export class DirectoryGroupsApi {
  private readonly api = inject(ApiClient);

  async names(): Promise<readonly string[]> {
    return (await this.api.get('/groups')).group_names;
  }

  /** All groups with the numbers of their members, sorted by name. */
  async listed(): Promise<readonly ListedGroup[]> {
    return (await this.api.get('/groups', { query: { detail: true } })).groups ?? [];
  }

  async get(group_name: string): Promise<GroupDetail> {
    return (await this.api.get('/groups/{group_name}', { path: { group_name } })).group;
  }

  async create(group: NewGroup): Promise<void> {
    await this.api.post('/groups', { body: group });
  }

  async change(group_name: string, changes: GroupChanges, ifMatch?: number): Promise<void> {
    await this.api.patch('/groups/{group_name}', { path: { group_name }, body: changes, ifMatch });
  }

  async delete(group_name: string): Promise<void> {
    await this.api.delete('/groups/{group_name}', { path: { group_name } });
  }

  async pendingMembers(group_name: string): Promise<readonly string[]> {
    const query = { status: 'pending' } as const;
    return (await this.api.get('/groups/{group_name}/users', { path: { group_name }, query })).user_names;
  }

  /** Versions of the terms, newest first. */
  async terms(group_name: string): Promise<readonly TermsVersion[]> {
    const { terms } = await this.api.get('/groups/{group_name}/terms', { path: { group_name } });
    return terms.sort((a, b) => b.version - a.version);
  }

  async publishTerms(group_name: string, terms: string, ifMatch?: number): Promise<void> {
    await this.api.post('/groups/{group_name}/terms', { path: { group_name }, body: { terms }, ifMatch });
  }

  /** Groups that the signed-in user may join and leave. */
  async discoverable(): Promise<readonly PublicGroup[]> {
    return (await this.api.get('/register/groups', { query: { detail: true } })).groups ?? [];
  }

  async joinDiscoverable(group_name: string): Promise<void> {
    await this.api.post('/register/groups/{group_name}', { path: { group_name } });
  }

  async leaveDiscoverable(group_name: string): Promise<void> {
    await this.api.delete('/register/groups/{group_name}', { path: { group_name } });
  }
}

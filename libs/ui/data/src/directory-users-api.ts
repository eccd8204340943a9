import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

export type UserSummary = Schema<'UserSummaryDto'>;
export type User = Schema<'UserDto'>;
export type NewUser = Schema<'CreateUserDto'>;
export type NewServiceAccount = Schema<'CreateServiceAccountDto'>;
export type UserChanges = Schema<'UpdateUserDto'>;
export type UserSession = Schema<'ListedSessionDto'>;

/** Memberships of a user: active ones, and pending ones whose terms have not been accepted. */
export interface Memberships {
  readonly active: readonly string[];
  readonly pending: readonly string[];
}

/** Users for administrators; users can apply the same operations to their own account. */
@Injectable({ providedIn: 'root' })
export class DirectoryUsersApi {
  private readonly api = inject(ApiClient);

  /** All users with their status, pending ones too. */
  async list(): Promise<readonly UserSummary[]> {
    return (await this.api.get('/users', { query: { detail: true } })).users ?? [];
  }

  async get(user_name: string): Promise<User> {
    return (await this.api.get('/users/{user_name}', { path: { user_name } })).user;
  }

  async create(user: NewUser): Promise<void> {
    await this.api.post('/users', { body: user });
  }

  /** An account for programs: it has no password, and authenticates with API tokens alone. */
  async createServiceAccount(account: NewServiceAccount): Promise<void> {
    await this.api.post('/service_accounts', { body: account });
  }

  /** With `ifMatch`, nothing that was changed after that revision is overwritten: `changed_meanwhile`. So for all objects. */
  async change(user_name: string, changes: UserChanges, ifMatch?: number): Promise<void> {
    await this.api.patch('/users/{user_name}', { path: { user_name }, body: changes, ifMatch });
  }

  async delete(user_name: string): Promise<void> {
    await this.api.delete('/users/{user_name}', { path: { user_name } });
  }

  async memberships(user_name: string): Promise<Memberships> {
    const of = async (status: 'active' | 'pending') =>
      (await this.api.get('/users/{user_name}/groups', { path: { user_name }, query: { status } }))
        .group_names;
    const [active, pending] = await Promise.all([of('active'), of('pending')]);
    return { active, pending };
  }

  /** Adds a user to a group; if it has terms, the user receives a mail and becomes a member once the terms are accepted. */
  async join(user_name: string, group_name: string): Promise<void> {
    await this.api.post('/users/{user_name}/groups', { path: { user_name }, body: { group_name } });
  }

  async leave(user_name: string, group_name: string): Promise<void> {
    await this.api.delete('/users/{user_name}/groups/{group_name}', { path: { user_name, group_name } });
  }

  async sessions(user_name: string): Promise<readonly UserSession[]> {
    return (await this.api.get('/users/{user_name}/sessions', { path: { user_name } })).sessions;
  }

  async endSession(user_name: string, session_id: string): Promise<void> {
    await this.api.delete('/users/{user_name}/sessions/{session_id}', { path: { user_name, session_id } });
  }

  async endSessions(user_name: string): Promise<void> {
    await this.api.delete('/users/{user_name}/sessions', { path: { user_name } });
  }
}

import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

export type ApiToken = Schema<'ApiTokenDto'>;
export type RestrictionEntry = Schema<'ShownRestrictionEntryDto'>;
export type NewApiToken = Schema<'CreateApiTokenDto'>;
export type ApiTokenChanges = Schema<'UpdateApiTokenDto'>;

/** A token and its value, which no other reply contains. */
export type CreatedApiToken = Schema<'CreatedApiTokenDto'>;

/** Maximum number of entries of a restriction. */
export const MAX_RESTRICTION_ENTRIES = 100;

/**
 * API tokens of a user: users have all operations on their own, administrators on those of service accounts; of other users they
 * list and revoke them. Reference: sessions#api-tokens
 */
@Injectable({ providedIn: 'root' })
export class TokensApi {
  private readonly api = inject(ApiClient);

  /** By name. */
  async list(user_name: string): Promise<readonly ApiToken[]> {
    return (await this.api.get('/users/{user_name}/tokens', { path: { user_name } })).tokens;
  }

  async get(user_name: string, token_id: string): Promise<ApiToken> {
    return (await this.api.get('/users/{user_name}/tokens/{token_id}', { path: { user_name, token_id } }))
      .token;
  }

  create(user_name: string, body: NewApiToken): Promise<CreatedApiToken> {
    return this.api.post('/users/{user_name}/tokens', { path: { user_name }, body });
  }

  async change(user_name: string, token_id: string, body: ApiTokenChanges): Promise<void> {
    await this.api.patch('/users/{user_name}/tokens/{token_id}', { path: { user_name, token_id }, body });
  }

  async revoke(user_name: string, token_id: string): Promise<void> {
    await this.api.delete('/users/{user_name}/tokens/{token_id}', { path: { user_name, token_id } });
  }
}

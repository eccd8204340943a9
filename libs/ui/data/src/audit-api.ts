import { inject, Injectable } from '@angular/core';
import type { AuditEntryDto, PermissionsChangedDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';
import { Deployment } from './deployment';

/** Which entries of the audit log are wanted. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly kind?: string | undefined;
  /** Kinds that are left out, separated by commas. */
  readonly exclude_kind?: string | undefined;
  readonly object?: string | undefined;
  readonly revision?: number | undefined;
  /** Points in time, in UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A filter of a listing, which can have one entry for each revision. */
export interface AuditListing extends AuditFilter {
  readonly by_revision?: boolean;
}

/** The audit log, for administrators. Reference: audit-log#entries */
@Injectable({ providedIn: 'root' })
export class AuditApi {
  private readonly api = inject(ApiClient);
  private readonly deployment = inject(Deployment);

  /** The newest entries first; older ones than `after`. */
  async entries(filter: AuditListing, limit: number, after?: number): Promise<readonly AuditEntryDto[]> {
    return (await this.api.get('/audit', { query: { ...filter, limit, after } })).entries;
  }

  /** Restores the permission assignments that a revision changed. */
  undo(revision: number): Promise<PermissionsChangedDto> {
    return this.api.post('/changes/{revision}/undo', { path: { revision } });
  }

  /** Address of the file with all entries of a filter. */
  exportAddress(format: 'csv' | 'jsonl', filter: AuditFilter): string {
    const entries = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
    const query = new URLSearchParams(entries as [string, string][]).toString();
    return `${this.deployment.apiRoot}audit/export.${format}${query === '' ? '' : `?${query}`}`;
  }
}

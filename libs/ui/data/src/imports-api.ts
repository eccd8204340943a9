import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

/** An import from other software, without its report. */
export type Import = Schema<'ImportDto'>;
export type ImportWithReport = Schema<'ImportWithReportDto'>;
/** Conflicts of one code. */
export type ImportConflicts = Schema<'ImportConflictsDto'>;
export type ImportCounts = Schema<'ImportCountsDto'>;

/** What was imported from other software. For administrators. Reference: import#reports */
@Injectable({ providedIn: 'root' })
export class ImportsApi {
  private readonly api = inject(ApiClient);

  /** The newest first; older ones than `before`. */
  async list(limit: number, before?: number): Promise<readonly Import[]> {
    return (await this.api.get('/imports', { query: { limit, before } })).imports;
  }

  async get(importId: number): Promise<ImportWithReport> {
    return (await this.api.get('/imports/{import_id}', { path: { import_id: importId } })).import;
  }
}

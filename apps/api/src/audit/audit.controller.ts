import type { Response } from 'express';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { AuditLog, csvHeader, csvLine } from '@gatehouse/audit';
import { AuditFilterQuery, AuditQuery, AuditReplyDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { ProvidersService } from '../providers/providers.service';
import { AuditExports } from './audit-exports';
import { toAuditEntry } from './audit.mapper';
import { AuditFilters } from './audit-filters';

const PAGE = 100;

/** The audit log: every change with its old and new values, and events that changed nothing. Reference: audit-log#entries. */
@Controller('audit')
export class AuditController {
  constructor(
    @Inject(AuditLog) private readonly log: AuditLog,
    private readonly filters: AuditFilters,
    private readonly exports: AuditExports,
    private readonly providers: ProvidersService,
  ) {}

  @Endpoint(Get(), {
    name: 'list_audit_entries',
    summary: 'Read the audit log, page by page',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Audit entries listed.', body: AuditReplyDto },
  })
  async list(
    @Query() { limit = PAGE, by_revision: byRevision, ...query }: AuditQuery,
  ): Promise<AuditReplyDto> {
    const filter = await this.filters.from(query);
    const entries = filter ? await this.log.page({ ...filter, byRevision }, limit) : [];
    // Deleted providers keep the name that the log has.
    const providers = entries.some(({ summary }) => summary?.provider)
      ? await this.providers.summaries()
      : [];
    const names = new Map(providers.map(({ provider_name: name, display_name: shown }) => [name, shown]));
    return { entries: entries.map((entry) => toAuditEntry(entry, names)) };
  }

  @Endpoint(Get('export.csv'), {
    name: 'export_audit_csv',
    summary: 'Export the audit log as CSV',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'One line for each entry, after a header.' },
    raw: 'text/csv; charset=UTF-8',
  })
  csv(@Query() query: AuditFilterQuery, @Res() response: Response): Promise<void> {
    return this.exports.send(query, response, { name: 'csv', header: csvHeader(), line: csvLine });
  }

  @Endpoint(Get('export.jsonl'), {
    name: 'export_audit_json_lines',
    summary: 'Export the audit log as JSON lines',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'One JSON object for each entry, as in the listing, each on a line.' },
    raw: 'application/jsonl; charset=UTF-8',
  })
  jsonLines(@Query() query: AuditFilterQuery, @Res() response: Response): Promise<void> {
    const line = (entry: Parameters<typeof toAuditEntry>[0]) => `${JSON.stringify(toAuditEntry(entry))}\n`;
    return this.exports.send(query, response, { name: 'jsonl', header: '', line });
  }
}

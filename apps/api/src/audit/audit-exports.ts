import type { Response } from 'express';
import { Inject, Injectable } from '@nestjs/common';
import { type AuditEntry, AuditLog, EventJournal } from '@gatehouse/audit';
import { currentActor } from '@gatehouse/database';
import type { AuditFilterQuery } from '@gatehouse/dto';
import { drainedOrClosed, scopeOf } from '@gatehouse/http';
import { AuditFilters } from './audit-filters';

/** How entries are written. */
export interface ExportFormat {
  /** Extension of the file. */
  readonly name: string;
  readonly header: string;
  readonly line: (entry: AuditEntry) => string;
}

/** Exports of any size: read in pages, each of which is sent before the next one is read. */
@Injectable()
export class AuditExports {
  constructor(
    @Inject(AuditLog) private readonly log: AuditLog,
    @Inject(EventJournal) private readonly journal: EventJournal,
    private readonly filters: AuditFilters,
  ) {}

  async send(query: AuditFilterQuery, response: Response, format: ExportFormat): Promise<void> {
    const { req: request } = response;
    const filter = await this.filters.from(query);
    const type = scopeOf(request).route?.declaration.raw ?? '';
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Disposition', `attachment; filename="audit.${format.name}"`);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    this.note(query, format);
    response.write(format.header);
    try {
      for await (const page of filter ? this.log.pages(filter) : []) {
        if (response.destroyed) return;
        const isRoom = response.write(page.map(format.line).join(''));
        if (!isRoom) await drainedOrClosed(response);
      }
      response.end();
    } catch (error) {
      // Part of the export is sent already: an incomplete file must not look like a complete one.
      response.destroy();
      throw error;
    }
  }

  private note(query: AuditFilterQuery, { name }: ExportFormat): void {
    const filters = Object.entries(query).filter(([, value]) => value !== undefined);
    this.journal.note({
      kind: 'audit.exported',
      actor: currentActor(),
      details: { format: name, ...Object.fromEntries(filters) },
    });
  }
}

import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { ImportRow } from '@gatehouse/database';
import { ImportReplyDto, ImportsQuery, ImportsReplyDto } from '@gatehouse/dto';
import { Endpoint, FromLocale } from '@gatehouse/http';
import { StoredImports } from '@gatehouse/import';
import type { Locale } from '@gatehouse/problems';
import { Target } from '../targets/path-targets';
import { toImport, toReport } from './imports.mapper';

const PAGE = 100;

/** What was imported from other software, with the reports. Imports are made by the command line. Reference: import#reports. */
@Controller('imports')
export class ImportsController {
  constructor(@Inject(StoredImports) private readonly imports: StoredImports) {}

  @Endpoint(Get(), {
    name: 'list_imports',
    summary: 'List imports from other software',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Imports listed.', body: ImportsReplyDto },
  })
  async list(@Query() { before, limit = PAGE }: ImportsQuery): Promise<ImportsReplyDto> {
    return { imports: (await this.imports.list(limit, before)).map(toImport) };
  }

  @Endpoint(Get(':import_id'), {
    name: 'get_import',
    summary: 'Read an import: what it has done, and the conflicts that it has found',
    access: 'administrator',
    growth: { boundedBy: 'the report, which has the first 20 conflicts of each code' },
    success: { status: 200, detail: 'Import found.', body: ImportReplyDto },
  })
  get(@Target('import_id') row: ImportRow, @FromLocale() locale: Locale): ImportReplyDto {
    return { import: { ...toImport(row), report: toReport(row, locale) } };
  }
}

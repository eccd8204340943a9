import type { ImportRow } from '@gatehouse/database';
import type { ImportDto, ImportReportDto } from '@gatehouse/dto';
import type { ImportReport, ListedImport } from '@gatehouse/import';

export function toImport(row: ListedImport): ImportDto {
  return {
    import_id: row.id,
    source_name: row.sourceName,
    address: row.address,
    state: row.state,
    started: row.startedAt.toISOString(),
    finished: row.finishedAt?.toISOString() ?? null,
    failure: row.detail,
  };
}

export function toReport({ report }: Pick<ImportRow, 'report'>): ImportReportDto {
  const { revision, takenAt, keepsIds, counts, conflicts } = report as unknown as ImportReport;
  return {
    revision,
    taken: takenAt,
    keeps_ids: keepsIds,
    counts: counts.map((one) => ({ ...one })),
    conflicts: conflicts.map(({ code, summary, rule, alternatives, count, examples }) => ({
      code,
      summary,
      rule,
      alternatives: [...alternatives],
      count,
      examples: examples.map(({ kind, ids, subject, detail, decision }) => ({
        kind,
        ids: [...ids],
        subject,
        detail,
        ...(decision === undefined ? {} : { decision }),
      })),
    })),
  };
}

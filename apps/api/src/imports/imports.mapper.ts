import type { ImportRow } from '@gatehouse/database';
import type { ImportDto, ImportReportDto } from '@gatehouse/dto';
import { conflictTexts, type ImportReport, type ListedImport } from '@gatehouse/import';
import type { Locale } from '@gatehouse/problems';

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

export function toReport({ report }: Pick<ImportRow, 'report'>, locale: Locale): ImportReportDto {
  const { revision, takenAt, keepsIds, counts, conflicts } = report as unknown as ImportReport;
  return {
    revision,
    taken: takenAt,
    keeps_ids: keepsIds,
    counts: counts.map((one) => ({ ...one })),
    conflicts: conflicts.map((group) => ({
      code: group.code,
      ...conflictTexts(group, locale),
      alternatives: [...group.alternatives],
      count: group.count,
      examples: group.examples.map(({ kind, ids, subject, detail, decision }) => ({
        kind,
        ids: [...ids],
        subject,
        detail,
        ...(decision === undefined ? {} : { decision }),
      })),
    })),
  };
}

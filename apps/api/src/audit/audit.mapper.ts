import type { AuditEntryDto, RevisionSummaryDto } from '@gatehouse/dto';
import { type AuditEntry, type RevisionSummary, valueText } from '@gatehouse/audit';

/** Display names of identity providers by name. */
export type ProviderNames = ReadonlyMap<string, string>;

export function toAuditEntry(entry: AuditEntry, providers: ProviderNames = new Map()): AuditEntryDto {
  const { actor } = entry;
  return {
    id: entry.id,
    time: entry.time.toISOString(),
    kind: entry.kind,
    revision: entry.revision,
    actor: {
      kind: actor.kind,
      user_id: actor.id,
      user_name: actor.name,
      role: actor.role,
      address: actor.address,
      request_id: actor.requestId,
    },
    objects: entry.objects.map(({ kind, id, name, path }) => ({ kind, id, name, path })),
    changes: entry.changes.map(({ field, before, after, concealed }) => ({
      field,
      before: valueText(before),
      after: valueText(after),
      concealed,
    })),
    about: { ...entry.about },
    details: { ...entry.details },
    occurrences: entry.occurrences,
    ...(entry.summary && { summary: toSummary(entry.summary, providers) }),
    ...(entry.removal && { removal: { rows: entry.removal.rows, in_progress: entry.removal.isInProgress } }),
  };
}

function toSummary(
  { kinds, provider, undoable, undoneBy }: RevisionSummary,
  providers: ProviderNames,
): RevisionSummaryDto {
  return {
    kinds: kinds.map(({ kind, count }) => ({ kind, count })),
    provider: provider && (providers.get(provider) ?? provider),
    undoable,
    ...(undoneBy && {
      undone_by: {
        revision: undoneBy.revision,
        time: undoneBy.time.toISOString(),
        user_name: undoneBy.userName,
      },
    }),
  };
}

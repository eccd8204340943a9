import type { AuditEntryDto } from '@gatehouse/dto';
import { type AuditEntry, valueText } from '@gatehouse/audit';

export function toAuditEntry(entry: AuditEntry): AuditEntryDto {
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
    objects: entry.objects.map(({ kind, id, name }) => ({ kind, id, name })),
    changes: entry.changes.map(({ field, before, after, concealed }) => ({
      field,
      before: valueText(before),
      after: valueText(after),
      concealed,
    })),
    details: { ...entry.details },
    occurrences: entry.occurrences,
  };
}

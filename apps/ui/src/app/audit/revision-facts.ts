import { inject, Injectable } from '@angular/core';
import type { AuditEntryDto } from '@gatehouse/dto';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { kindOf } from './audit-kinds';
import { auditTexts } from './audit.texts';
import { kindTexts } from './kind.texts';

/** Texts about the whole revision that an entry stands for. */
@Injectable({ providedIn: 'root' })
export class RevisionFacts {
  private readonly t = translations(auditTexts);
  private readonly kinds = translations(kindTexts);
  private readonly formats = inject(ReaderFormats);

  /** What else the revision changed: `3 memberships and 1 session`; empty if nothing. */
  others({ kind, summary }: AuditEntryDto): string {
    const counts = new Map<string, number>();
    for (const each of summary?.kinds ?? []) {
      const [subject = ''] = each.kind.split('.');
      // A row of the service and one of its resource are the service.
      const isDouble = kind.startsWith('service.') && subject === 'resource';
      const told = each.kind === kind || isDouble ? 1 : 0;
      counts.set(subject, (counts.get(subject) ?? 0) + each.count - told);
    }
    const others = [...counts].filter(([, count]) => count > 0);
    return this.formats.list(
      others.map(([subject, count]) => {
        const known = kindOf(subject);
        return known ? this.kinds(`kinds.${known}.count`, { count }) : this.t('otherEntries', { count });
      }),
    );
  }

  /** How many rows below or of what was deleted were removed afterwards, and whether this goes on; undefined if none had to be. */
  removal({ removal }: AuditEntryDto): string | undefined {
    if (!removal) return undefined;
    return this.t(removal.in_progress ? 'removing' : 'removed', { count: removal.rows });
  }

  /** Who undid it, and when; undefined if nobody did. */
  undone({ summary }: AuditEntryDto): string | undefined {
    const undone = summary?.undone_by;
    if (!undone) return undefined;
    const ago = this.formats.ago(undone.time);
    return undone.user_name === null
      ? this.t('undoneAgo', { ago })
      : this.t('undoneBy', { name: undone.user_name, ago });
  }
}

/** How many entries the revision of an entry has. */
export function sizeOf({ summary }: AuditEntryDto): number {
  return summary?.kinds.reduce((sum, { count }) => sum + count, 0) ?? 1;
}

/** The revision that can be undone, if the entry stands for one. */
export function undoableRevision({ summary, revision }: AuditEntryDto): number | null {
  return summary?.undoable ? revision : null;
}

/** Whether something was added, taken away or refused. */
export function toneOf({ kind, about }: AuditEntryDto): 'success' | 'danger' | 'warning' | 'plain' {
  const [subject = '', action] = kind.split('.');
  if (action === 'purged') return 'warning';
  if (action === 'deleted' || action === 'refused' || action === 'failed') return 'danger';
  if (/_permission$/.test(subject) && about['access'] === 'deny') return 'danger';
  return action === 'created' || /_permission$/.test(subject) ? 'success' : 'plain';
}

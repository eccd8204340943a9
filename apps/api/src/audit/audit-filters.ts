import { Inject, Injectable } from '@nestjs/common';
import { type AuditFilter, AuditLog } from '@gatehouse/audit';
import type { AuditFilterQuery } from '@gatehouse/dto';

/** Reads filters of queries. */
@Injectable()
export class AuditFilters {
  constructor(@Inject(AuditLog) private readonly log: AuditLog) {}

  /** Undefined if the query names an object that never existed. */
  async from(query: AuditFilterQuery): Promise<AuditFilter | undefined> {
    const { actor, kind, exclude_kind: excluded, revision, object, from, to, after } = query;
    const found = object === undefined ? undefined : await this.objectOf(object);
    if (object !== undefined && !found) return undefined;
    return {
      actor,
      kind,
      excludedKinds: excluded?.split(','),
      revision,
      object: found,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      after,
    };
  }

  /** `user:ada`; a service is a resource. */
  private objectOf(text: string): ReturnType<AuditLog['object']> {
    const at = text.indexOf(':');
    const kind = text.slice(0, at);
    const nameOrId = text.slice(at + 1);
    return this.log.object(kind === 'user' || kind === 'group' ? kind : 'resource', nameOrId);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import { type JournalEntry, MessageJournal } from '@gatehouse/outbox';
import { type Problem, problem } from '@gatehouse/problems';
import type { PathTargets } from '../targets/path-targets';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** `{notification_id}` in paths. */
@Injectable()
@PathParameter({ name: 'notification_id', errors: ['notification_id_invalid', 'notification_not_found'] })
export class NotificationTarget implements PathTargetResolver<PathTargets['notification_id']> {
  constructor(@Inject(MessageJournal) private readonly journal: MessageJournal) {}

  syntax(value: string): Problem | undefined {
    if (UUID.test(value)) return undefined;
    return problem(
      'notification_id_invalid',
      {},
      { param: { name: 'notification_id', value, compare: UUID.source, conditions: { matches: false } } },
    );
  }

  async find(value: string): Promise<JournalEntry> {
    const entry = await this.journal.find(value);
    if (entry) return entry;
    throw problem(
      'notification_not_found',
      {},
      { param: { name: 'notification_id', value, conditions: { not_none: false } } },
    );
  }
}

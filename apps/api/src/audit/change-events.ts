import type { Response } from 'express';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Changes } from '@gatehouse/audit';
import { type Caller, scopeOf } from '@gatehouse/http';
import { problem, retryAfter } from '@gatehouse/problems';
import { EventStreams, eventText } from './event-streams';

/** The largest exact integer of JavaScript. */
const REVISION = /^\d{1,15}$/;
/** Seconds. */
const RETRY_AFTER_SECONDS = 30;

/** Streams of change events for administrators. Reference: audit-log#change-events. */
@Injectable()
export class ChangeEvents implements OnModuleDestroy {
  constructor(
    @Inject(EventStreams) private readonly streams: EventStreams,
    @Inject(Changes) private readonly changes: Changes,
  ) {}

  /**
   * Sends the present revision, with what changed since the last event that the client has seen, and
   * what changes from now on.
   */
  async send(
    caller: Caller,
    response: Response,
    isStream: boolean,
    lastEventId: string | undefined,
  ): Promise<void> {
    if (caller.kind !== 'user') throw problem('authentication_required');
    const { userId, session } = caller;
    const stays = isStream && response.req.method !== 'HEAD';
    if (stays && !this.streams.hasRoom(userId)) {
      throw problem('too_many_event_streams', {}, retryAfter(RETRY_AFTER_SECONDS));
    }
    // Open before the revision is read, so that no change falls in between; clients may see one twice.
    response.setHeader('Content-Type', scopeOf(response.req).route?.declaration.raw ?? '');
    // nginx would collect events until a buffer is full.
    response.setHeader('X-Accel-Buffering', 'no');
    if (stays) {
      response.flushHeaders();
      const { sessionId, expiresAt } = session;
      this.streams.open({ userId, sessionId, expiresAt }, response);
    }
    try {
      const first = await this.firstEvent(lastEventId);
      if (stays) response.write(first);
      else response.end(first);
    } catch (error) {
      // The client connects again.
      response.destroy();
      throw error;
    }
  }

  onModuleDestroy(): void {
    this.streams.close();
  }

  private async firstEvent(lastEventId: string | undefined): Promise<string> {
    const newest = await this.changes.newestRevision();
    const seen = lastEventId !== undefined && REVISION.test(lastEventId) ? Number(lastEventId) : newest;
    return eventText(newest, seen < newest ? await this.changes.entitiesAfter(seen) : []);
  }
}

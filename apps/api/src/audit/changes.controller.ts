import type { Response } from 'express';
import { Changes, type NumberedChange } from '@gatehouse/audit';
import { Controller, Get, Headers, Inject, Post, Query, Res } from '@nestjs/common';
import { actAs, currentActor, committedRevision } from '@gatehouse/database';
import { PermissionUndo } from '@gatehouse/directory';
import { ChangesQuery, ChangesReplyDto, PermissionsChangedDto } from '@gatehouse/dto';
import { type Caller, Endpoint, FromCaller } from '@gatehouse/http';
import type { Written } from '@gatehouse/wire';
import { PagedLists } from '../lists/paged-lists';
import { Target } from '../targets/path-targets';
import { toChangesReply } from './change.mapper';
import { ChangeEvents } from './change-events';

@Controller('changes')
export class ChangesController {
  constructor(
    @Inject(Changes) private readonly changes: Changes,
    private readonly undos: PermissionUndo,
    private readonly events: ChangeEvents,
    private readonly lists: PagedLists,
  ) {}

  @Endpoint(Get(), {
    name: 'list_changes',
    summary: 'Read the change log, page by page',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Changes listed.', body: ChangesReplyDto },
  })
  async list(@Query() { after, limit }: ChangesQuery): Promise<Written<ChangesReplyDto>> {
    const page = await this.changes.page(after, limit);
    return toChangesReply(page, (revision) =>
      this.lists.inPages<NumberedChange>((part) => this.changes.of(revision, part)),
    );
  }

  @Endpoint(Get('events'), {
    name: 'stream_change_events',
    summary: 'Receive an event for each change, as server-sent events',
    access: 'administrator',
    growth: 'streamed',
    success: {
      status: 200,
      detail:
        'Events with JSON data, such as `{"revision": 42, "kinds": ["group_rule"]}`: the newest revision, and the entities that changed. The first one has the present revision. A request that does not accept `text/event-stream` by name receives that one alone.',
    },
    errors: ['too_many_event_streams'],
    raw: 'text/event-stream; charset=UTF-8',
  })
  stream(
    @FromCaller() caller: Caller,
    @Headers('accept') accept: string | undefined,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const isStream = /\btext\/event-stream\b/i.test(accept ?? '');
    return this.events.send(caller, response, isStream, lastEventId);
  }

  @Endpoint(Post(':revision/undo'), {
    name: 'undo_change',
    summary: 'Restore the permission assignments that a revision changed',
    access: 'administrator',
    success: { status: 200, detail: 'Change undone.', body: PermissionsChangedDto },
    errors: ['revision_not_undoable', 'revision_changed_since', 'anonymous_user_permissions'],
  })
  async undo(@Target('revision') revision: number): Promise<PermissionsChangedDto> {
    actAs({ ...currentActor(), role: `undo:${revision}` });
    const changed = await this.undos.undo(revision);
    return { revision: committedRevision() ?? 0, changed };
  }
}

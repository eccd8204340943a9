import { Controller, Get, Post, Query } from '@nestjs/common';
import { actAs, currentActor, committedRevision } from '@gatehouse/database';
import { PermissionUndo } from '@gatehouse/directory';
import { ChangesQuery, ChangesReplyDto, PermissionsChangedDto } from '@gatehouse/dto';
import { Endpoint, Target } from '@gatehouse/http';
import { toChangesReply } from './change.mapper';
import { ChangesService } from './changes.service';

@Controller('changes')
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly undos: PermissionUndo,
  ) {}

  @Endpoint(Get(), {
    name: 'list_changes',
    summary: 'Read the change log, page by page',
    access: 'administrator',
    success: { status: 200, detail: 'Changes listed.', body: ChangesReplyDto },
  })
  async list(@Query() { after, limit }: ChangesQuery): Promise<ChangesReplyDto> {
    return toChangesReply(await this.changes.page(after, limit));
  }

  @Endpoint(Post(':revision/undo'), {
    name: 'undo_change',
    summary: 'Restore the permission assignments that a revision changed',
    access: 'administrator',
    success: { status: 200, detail: 'Change undone.', body: PermissionsChangedDto },
    errors: ['revision_not_undoable', 'revision_changed_since'],
  })
  async undo(@Target('revision') revision: number): Promise<PermissionsChangedDto> {
    actAs({ ...currentActor(), role: `undo:${revision}` });
    const changed = await this.undos.undo(revision);
    return { revision: committedRevision() ?? 0, changed };
  }
}

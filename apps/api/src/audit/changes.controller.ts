import { Controller, Get, Query } from '@nestjs/common';
import { ChangesQuery, ChangesReplyDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { toChangesReply } from './change.mapper';
import { ChangesService } from './changes.service';

@Controller('changes')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Endpoint(Get(), {
    name: 'list_changes',
    summary: 'Read the change log, page by page',
    access: 'administrator',
    success: { status: 200, detail: 'Changes listed.', body: ChangesReplyDto },
  })
  async list(@Query() { after, limit }: ChangesQuery): Promise<ChangesReplyDto> {
    return toChangesReply(await this.changes.page(after, limit));
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { PermissionChanges, toConflict } from '@gatehouse/directory';
import { ChangedSinceDto, CompareChangesDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { CHANGE_ERRORS } from '../permission-errors';

/** What others have done to the assignments of changes that are not applied yet. Reference: console-api#changed-since. */
@Controller('permissions/changed_since')
export class ChangedSinceController {
  constructor(private readonly changes: PermissionChanges) {}

  @Endpoint(Post(), {
    name: 'list_changed_assignments',
    whileReadOnly: 'reads',
    summary: 'List which permission assignments others have changed since the changes were prepared',
    access: 'administrator',
    growth: { boundedBy: 'the changes of the request' },
    success: { status: 200, detail: 'Changed assignments listed.', body: ChangedSinceDto },
    errors: CHANGE_ERRORS,
  })
  async list(@Body() { changes }: CompareChangesDto): Promise<ChangedSinceDto> {
    const { revision, assignments } = await this.changes.changedSince(changes);
    return { revision, assignments: assignments.map(toConflict) };
  }
}

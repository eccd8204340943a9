import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { PermissionChanges } from '@gatehouse/directory';
import { ChangePermissionsDto, PermissionsChangedDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import { CHANGE_ERRORS } from '../permission-errors';

/** A strong entity tag that is a revision: all that a JavaScript number can represent, and more than there will ever be. */
const REVISION_TAG = /^"(\d{1,15})"$/;

/** Changes of permission assignments on any resources, in one transaction. Reference: console-api#changes. */
@Controller('permissions/changes')
export class ChangesController {
  constructor(private readonly changes: PermissionChanges) {}

  @Endpoint(Post(), {
    name: 'change_permissions',
    summary: 'Set and remove permission assignments on any resources in one transaction',
    access: 'administrator',
    success: { status: 200, detail: 'Permissions changed.', body: PermissionsChangedDto },
    errors: [...CHANGE_ERRORS, 'malformed_if_match', 'permissions_changed_meanwhile'],
  })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      'The `revision` of the reply on which the changes are based, in double quotes: none of them is applied if one of the assignments was changed since. `*` is the same as none.',
    example: '"57"',
    schema: { type: 'string', pattern: '^(\\*|"[0-9]{1,15}")$' },
  })
  async change(
    @Body() { changes }: ChangePermissionsDto,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<PermissionsChangedDto> {
    return this.changes.apply(changes, revisionIn(ifMatch));
  }
}

/** The revision of the header; undefined without a condition. */
function revisionIn(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const [, revision] = REVISION_TAG.exec(ifMatch.trim()) ?? [];
  if (revision !== undefined) return Number(revision);
  const param = {
    name: 'If-Match',
    value: ifMatch.slice(0, 200),
    compare: REVISION_TAG.source,
    conditions: { matches: false },
  };
  throw problem('malformed_if_match', {}, { param });
}

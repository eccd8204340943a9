import { Injectable } from '@nestjs/common';
import type { Permission } from '@gatehouse/access-engine';
import { parsePermissionText, readPermission } from '@gatehouse/directory';
import { PathParameter, type PathTargetResolver } from '@gatehouse/http';
import { Problem } from '@gatehouse/problems';
import type { PathTargets } from '../targets/path-targets';

/** `{permission_name}` in paths, in any of its text forms. */
@Injectable()
@PathParameter({ name: 'permission_name', errors: ['permission_invalid'] })
export class PermissionTarget implements PathTargetResolver<PathTargets['permission_name']> {
  syntax(value: string): Problem | undefined {
    const read = parsePermissionText(value);
    return read instanceof Problem ? read : undefined;
  }

  async find(value: string): Promise<Permission> {
    return readPermission({ permission_name: value });
  }
}

import { Injectable } from '@nestjs/common';
import type { Permission } from '@gatehouse/access-engine';
import { PathParameter, type PathTargetResolver, Problem } from '@gatehouse/http';
import { PermissionRules } from './permission.rules';

/** `{permission_name}` in paths, in any form that is a text. */
@Injectable()
@PathParameter('permission_name')
export class PermissionTarget implements PathTargetResolver<Permission> {
  constructor(private readonly rules: PermissionRules) {}

  syntax(value: string): Problem | undefined {
    const read = this.rules.fromText(value);
    return read instanceof Problem ? read : undefined;
  }

  async find(value: string): Promise<Permission> {
    return this.rules.given({ permission_name: value });
  }
}

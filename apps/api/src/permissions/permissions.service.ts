import { Inject, Injectable } from '@nestjs/common';
import { type Permission, formatExplicit, samePermission } from '@gatehouse/access-engine';
import { type Group, UnitOfWork, type User } from '@gatehouse/database';
import { type Problem, conflict, notFound } from '@gatehouse/http';
import { toAssignment } from './permission.mapper';
import { type GivenPermission, PermissionRules } from './permission.rules';
import { PermissionsRepository } from './permissions.repository';
import type { Place } from './place';

/** Who holds a rule. */
export interface Principal {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly name: string;
}

/** A rule as it stands after it was set. */
export interface PermissionAssignment {
  readonly permission: Permission;
  /** Whether there was none of that name before. */
  readonly created: boolean;
}

/** A rule that is to be set, or taken away whatever its modifiers. */
export interface AssignmentChange {
  readonly principal: Principal;
  readonly resourceId: number;
  readonly permission: Permission;
}

type Named = Pick<User | Group, 'id' | 'name'>;

export const asUser = ({ id, name }: Named): Principal => ({ kind: 'user', id, name });
export const asGroup = ({ id, name }: Named): Principal => ({ kind: 'group', id, name });

/**
 * Gives and takes rules: at most one for each holder, place and name, whatever its modifiers.
 * Spec: decisions 11, permissions 2.3 and 2.4.
 */
@Injectable()
export class PermissionsService {
  constructor(
    private readonly permissions: PermissionsRepository,
    private readonly rules: PermissionRules,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  /** A new rule; one of that name is a conflict and stays as it is. */
  async grant(principal: Principal, place: Place, given: GivenPermission): Promise<Permission> {
    const permission = this.rules.applicable(given, place);
    await this.unitOfWork.run(async () => {
      if (await this.permissions.insert(principal, place.id, permission)) return;
      const stored = await this.permissions.find(principal, place.id, permission.name);
      throw stored ? heldAlready(principal, place, permission, stored) : gone();
    });
    return permission;
  }

  /** A rule in place of the one of that name, if there is one. */
  async set(principal: Principal, place: Place, given: GivenPermission): Promise<PermissionAssignment> {
    const permission = this.rules.applicable(given, place);
    return { permission, created: await this.replace(principal, place, permission) };
  }

  /** Takes away the rule that a body names. */
  async revokeGiven(principal: Principal, place: Place, given: GivenPermission): Promise<Permission> {
    return this.revoke(principal, place, this.rules.given(given));
  }

  /** Takes away the rule of that name, whatever its modifiers, and tells which it was. */
  async revoke(principal: Principal, place: Place, permission: Permission): Promise<Permission> {
    this.rules.refuseInapplicable(permission, place);
    return this.unitOfWork.run(async () => {
      const stored = await this.permissions.find(principal, place.id, permission.name);
      if (!stored) throw notHeld(principal, place, permission);
      await this.permissions.delete(principal, place.id, permission.name);
      return stored;
    });
  }

  /** Takes away the rule that a body names, if there is one. */
  async remove(principal: Principal, place: Place, given: GivenPermission): Promise<void> {
    const { name } = this.rules.applicable(given, place);
    // What changes nothing is no revision: nobody has to be told.
    if (!(await this.permissions.find(principal, place.id, name))) return;
    await this.unitOfWork.run(() => this.permissions.delete(principal, place.id, name));
  }

  /** Inside a unit of work: sets rules on different resources, each in place of the one of its name. */
  async setAll(rules: readonly AssignmentChange[]): Promise<void> {
    for (const [kind, ofKind] of byKind(rules)) await this.permissions.upsertAll(kind, ofKind);
  }

  /** Inside a unit of work: takes rules away, where there are any. */
  async removeAll(rules: readonly AssignmentChange[]): Promise<void> {
    for (const [kind, ofKind] of byKind(rules)) await this.permissions.deleteAll(kind, ofKind);
  }

  /** Whether a rule of that name is new. Atomic: revisions do not run beside each other. */
  private async replace(principal: Principal, place: Place, permission: Permission): Promise<boolean> {
    const before = await this.permissions.find(principal, place.id, permission.name);
    if (before && samePermission(before, permission)) return false;
    return this.unitOfWork.run(async () => {
      const stored = await this.permissions.find(principal, place.id, permission.name);
      if (!stored) {
        if (!(await this.permissions.insert(principal, place.id, permission))) throw gone();
      } else if (!samePermission(stored, permission)) {
        await this.permissions.update(principal, place.id, permission);
      }
      return !stored;
    });
  }
}

function byKind(rules: readonly AssignmentChange[]): [Principal['kind'], readonly AssignmentChange[]][] {
  return (['user', 'group'] as const)
    .map((kind): [Principal['kind'], AssignmentChange[]] => [
      kind,
      rules.filter(({ principal }) => principal.kind === kind),
    ])
    .filter(([, ofKind]) => ofKind.length > 0);
}

function heldAlready(
  principal: Principal,
  place: Place,
  permission: Permission,
  stored: Permission,
): Problem {
  return conflict('A rule of that name is there already.', {
    param: { name: 'permission_name', value: formatExplicit(stored), conditions: { is_none: false } },
    extras: { ...toAssignment(principal, place, permission) },
  });
}

function notHeld(principal: Principal, place: Place, permission: Permission): Problem {
  return notFound('There is no rule of that name.', {
    param: { name: 'permission_name', value: formatExplicit(permission), conditions: { not_none: false } },
    extras: { ...toAssignment(principal, place, permission) },
  });
}

/** Between the look at the path and the unit of work somebody else has deleted what the rule was to connect. */
function gone(): Problem {
  return notFound('The holder or the resource of the rule does not exist any more.');
}

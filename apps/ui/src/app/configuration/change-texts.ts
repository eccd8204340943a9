import { inject, Injectable } from '@angular/core';
import type { KeptObject, LaterChange, PlannedConfigurationChange } from '@gatehouse/ui-data';
import type { Assignment } from '@gatehouse/ui-grid';
import { keyIn } from '../language/console-texts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { permissionsTexts } from '../permissions/permissions.texts';
import { PrincipalNames } from '../principals/principal-names';
import { planTexts } from './plan.texts';
import { assignmentOf, pathOf, type PermissionChange, sorted, valueText } from './plan-words';

/** What names an object, a membership, or where a permission is. */
type NamedObject = Pick<KeptObject, 'service' | 'resource' | 'user' | 'group'>;

/** Planned changes in words. */
@Injectable({ providedIn: 'root' })
export class ChangeTexts {
  private readonly t = translations(planTexts);
  private readonly grid = translations(permissionsTexts);
  private readonly names = inject(PrincipalNames);
  private readonly formats = inject(ReaderFormats);

  /** “3 permissions set”; the word of the API for kinds that the console does not know. */
  count(kind: string, count: number): string {
    const known = keyIn(planTexts.en.kinds, kind);
    return known ? this.t(`kinds.${known}`, { count }) : `${this.formats.number(count)} × ${kind}`;
  }

  assignment(assignment: Assignment | null): string {
    if (!assignment) return this.grid('grid.none');
    const access = assignment.access === 'allow' ? 'allow' : 'deny';
    return this.grid(`grid.${access}${assignment.scope === 'recursive' ? 'Below' : 'Here'}`);
  }

  /** What a change that is not one of permissions creates, changes or deletes. */
  object(change: NamedObject): string {
    const { user, group, service, resource } = change;
    if (user !== undefined && group !== undefined)
      return this.t('object.membership', { user: this.names.of(user), group: this.names.of(group) });
    if (user !== undefined) return this.t('object.user', { name: this.names.of(user) });
    if (group !== undefined) return this.t('object.group', { name: this.names.of(group) });
    if (resource) return this.t('object.resource', { name: pathOf(change) });
    return this.t('object.service', { name: service ?? '' });
  }

  /** What is kept. */
  kept(object: NamedObject & Pick<KeptObject, 'permission'>): string {
    const { permission, user, group } = object;
    if (permission === undefined) return this.object(object);
    const [name] = assignmentOf(permission);
    const principal = this.names.of(user ?? group ?? '');
    return this.t('permissionOf', { permission: name ?? permission, name: principal, path: pathOf(object) });
  }

  /** What somebody else has done meanwhile. */
  later(change: LaterChange): string {
    return this.t(`later.${change.operation}`, {
      what: change.object === 'permission' ? this.kept(change) : this.object(change),
      who: change.changed_by ?? this.t('someone'),
      ago: this.formats.ago(change.changed_at),
    });
  }

  /** Why a change that removes something is made, and what it may do. */
  pruning({ pruned, gives_access }: PlannedConfigurationChange): readonly string[] {
    return [...(pruned ? [this.t('pruned')] : []), ...(gives_access ? [this.t('givesAccess')] : [])];
  }

  /** What else is known about the change. */
  details(change: PlannedConfigurationChange): readonly string[] {
    const { fields = {}, resource_type, groups = [], has_password } = change;
    const { names, formats } = this;
    return [
      ...this.pruning(change),
      ...(resource_type === undefined ? [] : [this.t('type', { type: resource_type })]),
      ...(groups.length === 0
        ? []
        : [this.t('inGroups', { groups: formats.list(groups.map((name) => names.of(name))) })]),
      ...(has_password === undefined ? [] : [this.t(has_password ? 'withPassword' : 'withoutPassword')]),
      ...Object.entries(fields).map(
        ([name, value]) => `${name}: ${value === null ? this.t('removedValue') : valueText(value)}`,
      ),
    ];
  }

  /** A change on one line. */
  line(change: PlannedConfigurationChange): string {
    const [permission] = sorted([change]).permissions;
    if (permission) return this.permissionLine(permission);
    const known = keyIn(planTexts.en.kinds, change.change);
    return `${this.object(change)} (${known ? this.count(known, 1) : change.change})`;
  }

  private permissionLine({ path, permission, principal, before, after }: PermissionChange): string {
    const words = `${this.assignment(before)} → ${this.assignment(after)}`;
    return `${path}, ${permission}, ${this.names.of(principal)}: ${words}`;
  }
}

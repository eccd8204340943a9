import { inject, Injectable } from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data';

/** Accounts and groups that belong to Gatehouse itself, which the API protects. Reference: http#reserved-names */
@Injectable({ providedIn: 'root' })
export class BuiltIn {
  private readonly settings = inject(DeploymentSettings);

  /** The user that represents anonymous callers; its group, which has all users as members, has the same name. */
  isAnonymous(name: string): boolean {
    return name === this.settings.current().anonymous_user;
  }

  /** Whether a member of these groups is an administrator. */
  isAdministrator(groups: readonly string[]): boolean {
    return groups.includes(this.settings.current().admin_group);
  }

  isGroup(name: string): boolean {
    return name === this.settings.current().admin_group || this.isAnonymous(name);
  }
}

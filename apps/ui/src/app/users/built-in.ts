import { inject, Injectable } from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data';

/** Accounts and groups that belong to Gatehouse itself, which the API protects. Reference: http#reserved-names */
@Injectable({ providedIn: 'root' })
export class BuiltIn {
  private readonly settings = inject(DeploymentSettings);

  /** The user that stands for everyone who is not signed in; its group, of which everyone is a member, has the same name. */
  isAnonymous(name: string): boolean {
    return name === this.settings.current().anonymous_user;
  }

  isGroup(name: string): boolean {
    return name === this.settings.current().admin_group || this.isAnonymous(name);
  }
}

import { inject, Injectable, signal } from '@angular/core';
import type { IdentityProviderSummaryDto } from '@gatehouse/dto';
import { DeploymentSettings } from './deployment-settings';
import { IdentitiesApi } from './identities-api';
import { asProblem } from './problem';
import { Session } from './session';

/** The ways in which the account of the signed-in user can sign in. */
export interface Methods {
  readonly password: boolean;
  readonly providers: readonly IdentityProviderSummaryDto[];
}

/**
 * How the signed-in user can sign in again. It is read while there is a session, because nobody may ask for the methods of an
 * account without one.
 */
@Injectable({ providedIn: 'root' })
export class SignInMethods {
  private readonly identities = inject(IdentitiesApi);
  private readonly session = inject(Session);
  private readonly settings = inject(DeploymentSettings);
  private readonly known = signal<Methods | undefined>(undefined);

  /** The methods of the account; those of the deployment as long as they are not known. */
  readonly current = (): Methods =>
    this.known() ?? { password: true, providers: this.settings.current().identity_providers };

  /** Reads them. Where no provider is configured, the password is the only one. */
  async load(): Promise<void> {
    const configured = this.settings.current().identity_providers;
    const user = this.session.user();
    if (configured.length === 0 || !user) return;
    try {
      const { has_password, identities } = await this.identities.methods(user.user_name);
      const linked = new Set(identities.map(({ provider_name }) => provider_name));
      const providers = configured.filter(({ provider_name }) => linked.has(provider_name));
      this.known.set({ password: has_password, providers });
    } catch (thrown) {
      // Those of the deployment remain.
      asProblem(thrown);
    }
  }
}

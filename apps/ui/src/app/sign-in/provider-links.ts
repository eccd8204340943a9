import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import type { IdentityProviderSummaryDto } from '@gatehouse/dto';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { Button } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { needsName } from './needs-name';
import { providerAddress } from './provider-address';
import { signInMessages } from './sign-in.messages';

/**
 * A link for each identity provider: the first one, then this component for the others. With `@for` every page that needs no
 * session would load the framework's comparison of lists, which is larger than the sign-in form (docs/adr/0005).
 */
@Component({
  selector: 'gh-provider-links',
  imports: [Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (first(); as provider) {
      <a ghButton [attr.href]="address()" (click)="chosen(provider, $event)">
        {{ text.withProvider(provider.display_name) }}
      </a>
      <gh-provider-links
        [providers]="rest()"
        [userName]="userName()"
        (nameNeeded)="nameNeeded.emit($event)"
      />
    }
  `,
  styles: `
    :host {
      display: contents;
    }
    a {
      width: 100%;
      min-height: 2.75rem;
      overflow-wrap: anywhere;
    }
  `,
})
export class ProviderLinks {
  readonly providers = input.required<readonly IdentityProviderSummaryDto[]>();
  /** What is typed as the user name. */
  readonly userName = input.required<string>();
  /** The display name of a provider that was chosen without the user name that it needs. */
  readonly nameNeeded = output<string>();

  private readonly location = inject(BrowserLocation);
  private readonly deployment = inject(Deployment);

  protected readonly text = texts(signInMessages);
  protected readonly first = computed(() => this.providers()[0]);
  protected readonly rest = computed(() => this.providers().slice(1));

  /** Where a sign-in with the provider begins; it returns to where the person came from. */
  protected readonly address = computed(() => {
    const provider = this.first();
    if (!provider) return null;
    const name = needsName(provider) ? this.userName() : undefined;
    return providerAddress(provider, this.deployment.origin, this.location.query('return'), name);
  });

  protected chosen(provider: IdentityProviderSummaryDto, event: Event): void {
    if (!needsName(provider) || this.userName() !== '') return;
    event.preventDefault();
    this.nameNeeded.emit(provider.display_name);
  }
}

import { ChangeDetectionStrategy, Component, computed, inject, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Session } from '@gatehouse/ui-data/session';
import { Button } from '@gatehouse/ui-kit/button';
import { Icon } from '@gatehouse/ui-kit/icon';
import { signOutIcon, sunIcon, userIcon } from '@gatehouse/ui-kit/icons';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuSwitch, MenuTrigger } from '@gatehouse/ui-kit/menu';
import type { Language } from '../language/language';
import { LanguageChoice } from '../language/language-choice';
import { translations } from '../language/translations';
import type { Theme } from '../theme/theme';
import { ThemeChoice } from '../theme/theme-choice';
import { SearchShortcut } from '../navigation/search-shortcut';
import { shellTexts } from './shell.texts';

/** Language, theme, and the account of the signed-in user. */
@Component({
  selector: 'gh-account-menu',
  imports: [Button, Icon, Menu, MenuChoice, MenuHeading, MenuItem, MenuSwitch, MenuTrigger, RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './account-menu.html',
  styles: `
    :host {
      display: flex;
      align-items: center;
      gap: var(--gh-space-1);
      min-width: 0;
    }
    .who {
      min-width: 0;
      padding-inline: var(--gh-space-2);
    }
    .avatar {
      display: grid;
      flex: none;
      place-items: center;
      width: 2rem;
      height: 2rem;
      border-radius: 50%;
      background: var(--gh-accent-soft);
      color: var(--gh-accent);
      font-size: 0.75rem;
      font-weight: 700;
    }
    /* Not part of the label, which the name of the button has to contain. WCAG 2.5.3 */
    .avatar::before {
      content: attr(data-initials);
    }
    .name {
      overflow: hidden;
      max-width: 14rem;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    @media (width < 40rem) {
      .name {
        display: none;
      }
    }
  `,
})
export class AccountMenu {
  readonly signOut = output();

  protected readonly language = inject(LanguageChoice);
  protected readonly theme = inject(ThemeChoice);
  private readonly session = inject(Session);
  protected readonly isAdministrator = this.session.isAdministrator;
  protected readonly shortcut = inject(SearchShortcut);
  protected readonly t = translations(shellTexts);
  protected readonly icons = { settings: sunIcon, signOut: signOutIcon, user: userIcon };

  protected readonly languages: readonly { readonly code: Language; readonly name: string }[] = [
    { code: 'en', name: 'English' },
    { code: 'fr', name: 'Français' },
  ];
  protected readonly themes: readonly Theme[] = ['system', 'light', 'dark'];
  protected readonly userName = computed(() => this.session.user()?.user_name ?? '');
  protected readonly initials = computed(() => this.userName().slice(0, 2).toUpperCase());
}

import { computed, inject, Injectable } from '@angular/core';
import { Deployment } from '@gatehouse/ui-data';
import { groupsIcon, type IconShape, plusIcon, sunIcon, userIcon } from '@gatehouse/ui-kit';
import { LanguageChoice } from '../language/language-choice';
import { translations } from '../language/translations';
import { Destinations } from '../navigation/destinations';
import { pageTitles } from '../navigation/page-titles';
import { ThemeChoice } from '../theme/theme-choice';
import { type PaletteItem, type Target, textParts } from './palette-item';
import { paletteTexts } from './palette.texts';

/** At most this many are listed once something is typed, so that results of the search remain visible. */
const MAX_LISTED = 5;

interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconShape;
  readonly target: Target;
}

/** Pages of the console and actions, which are found without the API. */
@Injectable()
export class Commands {
  private readonly destinations = inject(Destinations);
  private readonly deployment = inject(Deployment);
  private readonly theme = inject(ThemeChoice);
  private readonly language = inject(LanguageChoice);
  private readonly t = translations(paletteTexts);
  private readonly title = pageTitles();

  private readonly all = computed<readonly Command[]>(() => [...this.pages(), ...this.actions()]);

  /** Those with every word of a text; those that begin with it first. All of them for an empty text. */
  matching(text: string): readonly PaletteItem[] {
    const words = plain(text).split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.all().map((command) => toItem(command, ''));
    const begins = ({ label }: Command): number => (plain(label).startsWith(plain(text)) ? 0 : 1);
    return this.all()
      .filter(({ label }) => words.every((word) => plain(label).includes(word)))
      .sort((a, b) => begins(a) - begins(b))
      .slice(0, MAX_LISTED)
      .map((command) => toItem(command, text));
  }

  private pages(): readonly Command[] {
    return this.destinations
      .sections()
      .flatMap(({ items }) => items)
      .map(({ label, icon, to }) => ({
        id: `page-${label}`,
        label: this.title(label),
        icon,
        target: 'route' in to ? { route: [to.route] } : { address: this.deployment.apiRoot + to.api },
      }));
  }

  private actions(): readonly Command[] {
    const add = { add: 'true' };
    return [
      this.action('addUser', userIcon, { route: ['/users'], query: add }),
      this.action('addServiceAccount', userIcon, {
        route: ['/users'],
        query: { 'add-service': 'true' },
      }),
      this.action('addGroup', groupsIcon, { route: ['/groups'], query: add }),
      this.action('registerService', plusIcon, { route: ['/services'], query: add }),
      this.action('light', sunIcon, { run: () => this.theme.choose('light') }),
      this.action('dark', sunIcon, { run: () => this.theme.choose('dark') }),
      this.action('system', sunIcon, { run: () => this.theme.choose('system') }),
      this.action('english', sunIcon, { run: () => this.language.choose('en') }),
      this.action('french', sunIcon, { run: () => this.language.choose('fr') }),
    ];
  }

  private action(
    name: keyof (typeof paletteTexts)['en']['actions'],
    icon: IconShape,
    target: Target,
  ): Command {
    return { id: `action-${name}`, label: this.t(`actions.${name}`), icon, target };
  }
}

function toItem({ id, label, icon, target }: Command, text: string): PaletteItem {
  return { id, label: textParts(label, text), icon, target };
}

/** Without case and accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

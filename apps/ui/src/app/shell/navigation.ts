import { bookIcon, homeIcon, type IconShape } from '@gatehouse/ui-kit';
import type { shellMessages } from './shell.messages';

/** An entry of the main navigation. */
export interface Place {
  readonly label: keyof (typeof shellMessages)['en']['navigationItems'];
  readonly icon: IconShape;
  /** A route of the console, or a path of the API's own pages, relative to the API's root. */
  readonly to: { readonly route: string } | { readonly api: string };
  readonly audience: 'everyone' | 'administrators';
}

/** The main navigation, in order. A place is listed when it exists. */
export const navigationItems: readonly Place[] = [
  { label: 'home', icon: homeIcon, to: { route: '/' }, audience: 'everyone' },
  { label: 'reference', icon: bookIcon, to: { api: 'api' }, audience: 'everyone' },
];

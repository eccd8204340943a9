import {
  auditIcon,
  bellIcon,
  bookIcon,
  downloadIcon,
  filesIcon,
  groupsIcon,
  homeIcon,
  type IconShape,
  keyIcon,
  networkIcon,
  registrationIcon,
  searchIcon,
  serviceIcon,
  shieldIcon,
  userIcon,
} from '@gatehouse/ui-kit/icons';
import type { sectionTexts, Title } from './titles.texts';

/** An entry of the side navigation. */
export interface NavigationItem {
  readonly label: Title;
  readonly icon: IconShape;
  /** A route of the console, or a path of the API's own pages, relative to the API's root. */
  readonly to: { readonly route: string } | { readonly api: string };
  readonly audience: 'everyone' | 'administrators';
  /** Only shown where this is switched on. */
  readonly feature?: 'registration' | 'network';
}

export interface NavigationSection {
  readonly heading?: keyof (typeof sectionTexts)['en'];
  readonly items: readonly NavigationItem[];
}

/** The side navigation, in order, one line an entry. A page is listed when it exists. */
export const navigation: readonly NavigationSection[] = [
  { items: [{ label: 'home', icon: homeIcon, to: { route: '/' }, audience: 'everyone' }] },
  {
    heading: 'directory',
    items: [
      { label: 'users', icon: userIcon, to: { route: '/users' }, audience: 'administrators' },
      {
        label: 'registrations',
        icon: registrationIcon,
        to: { route: '/registrations' },
        audience: 'administrators',
        feature: 'registration',
      },
      { label: 'groups', icon: groupsIcon, to: { route: '/groups' }, audience: 'administrators' },
      { label: 'providers', icon: keyIcon, to: { route: '/providers' }, audience: 'administrators' },
      {
        label: 'network',
        icon: networkIcon,
        to: { route: '/network' },
        audience: 'administrators',
        feature: 'network',
      },
    ],
  },
  {
    heading: 'protection',
    items: [
      { label: 'services', icon: serviceIcon, to: { route: '/services' }, audience: 'administrators' },
      { label: 'permissions', icon: shieldIcon, to: { route: '/permissions' }, audience: 'administrators' },
      {
        label: 'requestTester',
        icon: searchIcon,
        to: { route: '/request-tester' },
        audience: 'administrators',
      },
    ],
  },
  {
    heading: 'operations',
    items: [
      {
        label: 'configuration',
        icon: filesIcon,
        to: { route: '/configuration' },
        audience: 'administrators',
      },
      { label: 'imports', icon: downloadIcon, to: { route: '/imports' }, audience: 'administrators' },
      { label: 'audit', icon: auditIcon, to: { route: '/audit' }, audience: 'administrators' },
      { label: 'notifications', icon: bellIcon, to: { route: '/notifications' }, audience: 'administrators' },
    ],
  },
  {
    heading: 'you',
    items: [{ label: 'account', icon: userIcon, to: { route: '/account' }, audience: 'everyone' }],
  },
  {
    heading: 'help',
    items: [{ label: 'reference', icon: bookIcon, to: { api: 'api' }, audience: 'everyone' }],
  },
];

// Generated from libs/ui/kit/src/styles/tokens.css and apps/ui/public/accents.css (npm run golden); do not edit.

/** A colour in the light and in the dark theme. */
export type Colour = readonly [light: string, dark: string];

/** The colours of the console, except those of the accent. */
export const COLOURS = {
  background: ['#f5f6fa', '#0e1017'],
  surface: ['#ffffff', '#171a24'],
  'surface-sunken': ['#eef0f7', '#20242f'],
  border: ['#dce0ea', '#2d3342'],
  'border-control': ['#7d859b', '#7f889f'],
  text: ['#161a27', '#e8ebf4'],
  'text-muted': ['#535b71', '#a4acc1'],
  danger: ['#a8201a', '#ffb1a9'],
  'danger-soft': ['#fdeceb', '#3b1b1a'],
  warning: ['#7a4a00', '#ffcd85'],
  'warning-soft': ['#fff3dc', '#362910'],
  success: ['#14653d', '#8fdcb0'],
  'success-soft': ['#e3f5ea', '#143021'],
} as const satisfies Readonly<Record<string, Colour>>;

/** The colours of each accent (SVC_UI_THEME). */
export const ACCENTS = {
  blue: {
    accent: ['#3b4cca', '#a3aeff'],
    'accent-strong': ['#2c3aa8', '#c0c8ff'],
    'accent-soft': ['#e7eaff', '#262c50'],
    'on-accent': ['#ffffff', '#11152d'],
  },
  green: {
    accent: ['#1a6b42', '#86d9aa'],
    'accent-strong': ['#104e2f', '#abe9c6'],
    'accent-soft': ['#e2f3e9', '#173526'],
    'on-accent': ['#ffffff', '#0a1f14'],
  },
  maroon: {
    accent: ['#8c2f45', '#f2a6b6'],
    'accent-strong': ['#6b2033', '#f8c6d0'],
    'accent-soft': ['#fbe9ed', '#43202a'],
    'on-accent': ['#ffffff', '#2a0d15'],
  },
  purple: {
    accent: ['#7138b5', '#cfaaf7'],
    'accent-strong': ['#552590', '#e0c8fb'],
    'accent-soft': ['#f2e9fc', '#38254e'],
    'on-accent': ['#ffffff', '#1f0f33'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Colour>>>>;

export type Accent = keyof typeof ACCENTS;

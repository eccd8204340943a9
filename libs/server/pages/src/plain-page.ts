import { createHash } from 'node:crypto';
import type { Locale } from '@gatehouse/problems';
import { escapeMarkup } from '@gatehouse/wire';
import { ACCENTS, type Accent, COLOURS, type Colour } from './palette';

/** A page that needs no script and loads nothing. */
export interface PlainPageContent {
  readonly locale: Locale;
  readonly accent: Accent;
  /** Heading and title of the document, as text. */
  readonly title: string;
  /** What is above the heading, as text. */
  readonly overline?: string | undefined;
  /** Markup below the heading. */
  readonly content: readonly string[];
  /** Where its forms may be sent, as sources of a Content-Security-Policy; nowhere by default. */
  readonly formTargets?: readonly string[];
}

/** A page with the headers that restrict it. */
export interface PlainPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A page in the look of the console, in light and dark, for replies without it. The policy allows
 * its own style sheet, by its hash, and nothing else.
 */
export function plainPage({
  locale,
  accent,
  title,
  overline,
  content,
  formTargets = ["'none'"],
}: PlainPageContent): PlainPage {
  const { style, hash } = STYLES[accent];
  const html = [
    '<!DOCTYPE html>',
    `<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeMarkup(title)} – Gatehouse</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<style>${style}</style></head>`,
    `<body><main><div class="brand">${MARK} Gatehouse</div><div class="panel">`,
    ...(overline === undefined ? [] : [`<p class="overline">${escapeMarkup(overline)}</p>`]),
    `<h1>${escapeMarkup(title)}</h1>`,
    ...content,
    '</div></main></body></html>',
    '',
  ].join('\n');
  return {
    html,
    headers: {
      'Content-Security-Policy': policy(hash, formTargets),
      'Content-Language': locale,
      // Under `no-referrer`, older browsers send `Origin: null` without `Sec-Fetch-Site`: a form would be refused.
      'Referrer-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    },
  };
}

/** The mark of `libs/ui/kit`. */
const MARK =
  '<svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true" focusable="false">' +
  '<rect width="32" height="32" rx="8" fill="#3b4cca"/>' +
  '<path d="M7 7h4v3h3V7h4v3h3V7h4v18h-5v-5.5a4 4 0 0 0-8 0V25H7Z" fill="#fff"/></svg>';

/** The colours that the pages use besides those of the accent. */
const TOKENS = {
  background: COLOURS.background,
  surface: COLOURS.surface,
  border: COLOURS.border,
  'border-control': COLOURS['border-control'],
  text: COLOURS.text,
  'text-muted': COLOURS['text-muted'],
};

function tokensOf(colours: Readonly<Record<string, Colour>>, theme: 0 | 1): string {
  return `:root{${Object.entries(colours)
    .map(([name, values]) => `--${name}:${values[theme]}`)
    .join(';')}}`;
}

function coloursOf(accent: Accent): string {
  const colours = { ...TOKENS, ...ACCENTS[accent] };
  return `${tokensOf(colours, 0)}@media (prefers-color-scheme:dark){${tokensOf(colours, 1)}}`;
}

const RULES = [
  ':root{color-scheme:light dark}',
  '@media (prefers-contrast:more){:root{--border:var(--text);--border-control:var(--text);--text-muted:var(--text);',
  '--accent:var(--accent-strong)}}',
  '*{box-sizing:border-box}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;color:var(--text);',
  'background:radial-gradient(60rem 30rem at 50% -8rem,var(--accent-soft),transparent) var(--background);',
  'font:400 .9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",sans-serif;',
  'overflow-wrap:anywhere}',
  'main{width:min(32rem,100%);margin-bottom:4vh}',
  '.brand{display:flex;align-items:center;justify-content:center;gap:.75rem;margin-bottom:1.5rem;font-size:1.25rem;',
  'font-weight:650;letter-spacing:-.01em}',
  '.brand svg{flex:none;forced-color-adjust:none}',
  '.panel{padding:2rem;border:1px solid var(--border);border-radius:.875rem;background:var(--surface);',
  'box-shadow:0 2px 4px rgb(22 26 39/8%),0 16px 48px rgb(22 26 39/14%)}',
  'h1{margin:0 0 .75rem;font-size:1.625rem;line-height:1.25;font-weight:650;letter-spacing:-.015em;text-wrap:balance}',
  'p{margin:0 0 1rem}',
  '.overline{margin:0 0 .25rem;color:var(--text-muted);font-size:.8125rem;font-weight:600}',
  '.note,dt,.reference{color:var(--text-muted);font-size:.8125rem}.note{margin:1rem 0 0}',
  'dl{margin:0 0 1rem}dl div{padding:.5rem 0;border-top:1px solid var(--border)}dd{margin:0}',
  'code,.reference span{font-family:ui-monospace,"SF Mono","Cascadia Code","Roboto Mono","Liberation Mono",monospace;',
  'font-size:.875em}',
  '.actions{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;margin:1.5rem 0 0}',
  '.reference{margin:1.5rem 0 0;padding-top:.75rem;border-top:1px solid var(--border)}',
  'pre{max-height:50vh;overflow:auto;white-space:pre-wrap;font:inherit;padding:.75rem;border:1px solid var(--border);',
  'border-radius:.5rem}',
  'label{display:block;margin-bottom:1rem;color:var(--text-muted);font-size:.8125rem}',
  'input{display:block;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.25rem .75rem;font:inherit;',
  'color:var(--text);background:var(--surface);border:1px solid var(--border-control);border-radius:.5rem}',
  'button,.button{display:inline-flex;align-items:center;min-height:2.75rem;padding:.25rem 1.25rem;font:inherit;',
  'font-weight:600;color:var(--on-accent);background:var(--accent);border:1px solid transparent;border-radius:.5rem;',
  'cursor:pointer;text-decoration:none}',
  'a{color:var(--accent);text-underline-offset:.2em}a.button{color:var(--on-accent)}',
  ':focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
  '@media (max-width:30rem){.panel{padding:1.5rem 1rem}}',
].join('');

interface Style {
  readonly style: string;
  /** Its hash as the policy has it. */
  readonly hash: string;
}

function styleOf(accent: Accent): Style {
  const style = coloursOf(accent) + RULES;
  return { style, hash: createHash('sha256').update(style).digest('base64') };
}

const STYLES: Readonly<Record<Accent, Style>> = {
  blue: styleOf('blue'),
  green: styleOf('green'),
  maroon: styleOf('maroon'),
  purple: styleOf('purple'),
};

function policy(styleHash: string, formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${formTargets.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

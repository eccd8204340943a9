import { createHash } from 'node:crypto';
import type { Page } from '@gatehouse/http';
import type { Locale } from '@gatehouse/problems';
import { escapeMarkup } from '@gatehouse/wire';

/**
 * A small page that needs no script and loads nothing. `content` is markup; `title` is text. The policy allows its own
 * style sheet, and forms to its own origin and those in `formOrigins`, and nothing else.
 */
export function page(
  locale: Locale,
  title: string,
  content: readonly string[],
  formOrigins: readonly string[] = [],
): Page {
  const html = [
    '<!DOCTYPE html>',
    `<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeMarkup(title)} · Gatehouse</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<style>${STYLE}</style></head>`,
    '<body><main><p class="product">Gatehouse</p>',
    `<h1>${escapeMarkup(title)}</h1>`,
    ...content,
    '</main></body></html>',
  ].join('\n');
  return {
    html,
    headers: [
      ['Content-Security-Policy', policy(formOrigins)],
      ['Content-Language', locale],
      ['Vary', 'Accept, Accept-Language'],
      // Under `no-referrer`, older browsers send `Origin: null` without `Sec-Fetch-Site`: the form would be refused.
      ['Referrer-Policy', 'same-origin'],
    ],
  };
}

const STYLE = [
  ':root{color-scheme:light dark;--background:#f5f6fa;--surface:#fff;--border:#dce0ea;--control:#7d859b;',
  '--text:#161a27;--muted:#535b71;--accent:#3b4cca;--on-accent:#fff}',
  '@media (prefers-color-scheme:dark){:root{--background:#0e1017;--surface:#171a24;--border:#2d3342;--control:#7f889f;',
  '--text:#e8ebf4;--muted:#a4acc1;--accent:#a3aeff;--on-accent:#11152d}}',
  '*{box-sizing:border-box}',
  'body{margin:0;background:var(--background);color:var(--text);',
  'font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}',
  'main{max-width:34rem;margin:10vh auto 2rem;padding:1.5rem;background:var(--surface);',
  'border:1px solid var(--border);border-radius:.875rem;overflow-wrap:anywhere}',
  'h1{margin:.25rem 0 1rem;font-size:1.5rem;line-height:1.25}',
  '.product,.note,dt{margin:0;color:var(--muted);font-size:.875rem}.note{margin-top:1rem}',
  'dl{margin:1rem 0}dl div{padding:.375rem 0;border-top:1px solid var(--border)}dd{margin:0}',
  'pre{max-height:50vh;overflow:auto;white-space:pre-wrap;font:inherit;padding:.75rem;border:1px solid var(--border);',
  'border-radius:.5rem}',
  'label{display:block;margin-bottom:1rem;color:var(--muted);font-size:.875rem}',
  'input{display:block;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.25rem .75rem;font:inherit;',
  'color:var(--text);background:var(--surface);border:1px solid var(--control);border-radius:.5rem}',
  'button{min-height:2.75rem;padding:.25rem 1.25rem;font:inherit;font-weight:600;color:var(--on-accent);',
  'background:var(--accent);border:1px solid transparent;border-radius:.5rem;cursor:pointer}',
  'a{color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
].join('');

const policy = (formOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    ["form-action 'self'", ...formOrigins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

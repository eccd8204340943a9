import { createHash } from 'node:crypto';
import { ACCENTS, type Accent } from './palette';
import { plainPage } from './plain-page';

const page = plainPage({
  locale: 'fr',
  accent: 'blue',
  title: '<Refusé>',
  overline: 'a & b',
  content: ['<p>x</p>'],
});

describe('a plain page', () => {
  it('escapes texts, and declares its language', () => {
    expect(page.html).toContain('<html lang="fr">');
    expect(page.html).toContain('<h1>&lt;Refusé&gt;</h1>');
    expect(page.html).toContain('a &amp; b');
  });

  it('allows only its own style sheet, and forms only if it has one', () => {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(page.html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = page.headers['Content-Security-Policy'] ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(page.html).not.toMatch(/<script|style=| on\w+=/);
    const form = plainPage({
      locale: 'en',
      accent: 'blue',
      title: 'x',
      content: [],
      formTargets: ["'self'"],
    });
    expect(form.headers['Content-Security-Policy']).toContain("form-action 'self'");
  });

  it.each(Object.keys(ACCENTS) as Accent[])('has the colours of the accent in both themes: %s', (accent) => {
    const { html, headers } = plainPage({ locale: 'en', accent, title: 'x', content: [] });
    const [light = '', dark = '', ...more] = [...html.matchAll(/:root\{(--[^}]*#[^}]*)\}/g)].map(
      ([, text]) => text,
    );
    expect(more).toEqual([]);
    for (const [name, [inLight, inDark]] of Object.entries(ACCENTS[accent])) {
      expect(light.split(';')).toContain(`--${name}:${inLight}`);
      expect(dark.split(';')).toContain(`--${name}:${inDark}`);
    }
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}';`);
    const used = [...style.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = '']) => name);
    for (const name of used) expect(light).toContain(`--${name}:`);
  });
});

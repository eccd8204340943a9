import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { plainPage } from './plain-page';

const page = plainPage({ locale: 'fr', title: '<Refusé>', overline: 'a & b', content: ['<p>x</p>'] });

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
    const form = plainPage({ locale: 'en', title: 'x', content: [], formTargets: ["'self'"] });
    expect(form.headers['Content-Security-Policy']).toContain("form-action 'self'");
  });

  it('has the colours of the console', () => {
    const tokens = readFileSync('libs/ui/kit/src/styles/tokens.css', 'utf8');
    // The first value of a token; further ones are the accent colours of SVC_UI_THEME.
    const ofConsole = new Map(
      [...tokens.matchAll(/--gh-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)]
        .reverse()
        .map(([, name, ...values]) => [name, values]),
    );
    const [light = '', dark = ''] = [...page.html.matchAll(/:root\{(--[^}]*)\}/g)].map(([, text]) => text);
    const declared = (text: string) =>
      text.split(';').map((one) => one.slice(2).split(':') as [string, string]);
    expect(declared(light).length).toBeGreaterThan(5);
    for (const [name, value] of declared(light))
      expect([name, ofConsole.get(name)?.[0]]).toEqual([name, value]);
    for (const [name, value] of declared(dark))
      expect([name, ofConsole.get(name)?.[1]]).toEqual([name, value]);
  });
});

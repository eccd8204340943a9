import type { Page } from '@gatehouse/http';
import type { Locale } from '@gatehouse/problems';
import { type Accent, plainPage } from '@gatehouse/pages';

/** How a page looks, and in which language it is. */
interface Appearance {
  readonly locale: Locale;
  readonly accent: Accent;
}

/**
 * A small page with a form that needs no script, which may be sent to its own origin and those in
 * `formOrigins`. `content` is markup.
 */
export function page(
  { locale, accent }: Appearance,
  title: string,
  content: readonly string[],
  formOrigins: readonly string[] = [],
): Page {
  const formTargets = ["'self'", ...formOrigins];
  const { html, headers } = plainPage({ locale, accent, title, content, formTargets });
  return { html, headers: [...Object.entries(headers), ['Vary', 'Accept, Accept-Language']] };
}

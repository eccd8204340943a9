import type { Page } from '@gatehouse/http';
import type { Locale } from '@gatehouse/problems';
import { plainPage } from '@gatehouse/wire';

/**
 * A small page with a form that needs no script, which may be sent to its own origin and those in
 * `formOrigins`. `content` is markup.
 */
export function page(
  locale: Locale,
  title: string,
  content: readonly string[],
  formOrigins: readonly string[] = [],
): Page {
  const { html, headers } = plainPage({ locale, title, content, formTargets: ["'self'", ...formOrigins] });
  return { html, headers: [...Object.entries(headers), ['Vary', 'Accept, Accept-Language']] };
}

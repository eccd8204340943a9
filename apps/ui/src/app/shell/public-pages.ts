import type { DeploymentPaths } from '@gatehouse/ui-data';

interface PublicPage {
  /** Matches the path below the base of the console. */
  readonly path: RegExp;
  /** Loads the page, which then shows itself. */
  readonly load: () => Promise<unknown>;
}

/**
 * The pages that need no session and are served without the console, each in a separate file. The API lists them too
 * (`console-files.ts`), and so does the build (`public-pages.mjs`).
 */
const pages: readonly PublicPage[] = [
  { path: /^login$/, load: () => import('../sign-in/sign-in.entry') },
  { path: /^register\/users$/, load: () => import('../registration/register.entry') },
  { path: /^register\/users\/[^/]+$/, load: () => import('../registration/pending.entry') },
  { path: /^tmp\/[^/]+$/, load: () => import('../links/link.entry') },
  { path: /^password\/reset$/, load: () => import('../password/reset.entry') },
  { path: /^network\/authorize$/, load: () => import('../network/authorize.entry') },
];

/** What loads the page at a path; undefined if the console has that path. */
export function publicPageAt(path: string, { consoleBase }: DeploymentPaths): PublicPage['load'] | undefined {
  if (!path.startsWith(consoleBase)) return undefined;
  const below = path.slice(consoleBase.length).replace(/\/$/, '');
  return pages.find((page) => page.path.test(below))?.load;
}

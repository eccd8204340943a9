import type { DeploymentPaths } from './deployment';

// A browser drops tab and line breaks inside an address and reads a backslash as a slash, so that `/\evil` and
// `/<tab>/evil` leave the site although they begin with one slash.
const unsafe = /[\u0000-\u0020\u007f\\]/;

/**
 * The page after sign-in: the requested page, or the home page of the console if that is not a safe target.
 *
 * Anyone can create a sign-in link with a `return` query, so it is only followed as a path on our own origin, and never
 * to a route of the API: some of them act on a bare GET (`/signout`, `/signin?user_name=…`), which a link must not reach
 * through a person who has just signed in. The documentation page of the API (`/api`) is the exception. Pages of protected services are followed too: a path below the public address of the
 * proxy, or that whole address where the proxy has another origin. The answer is a whole address.
 *
 * Reference: sessions#cross-site-requests
 */
export function returnAddress(wanted: string | null, deployment: DeploymentPaths, proxyUrl?: string): string {
  const home = deployment.origin + deployment.consoleBase;
  if (wanted === null || unsafe.test(wanted)) return home;
  const ofService = proxyUrl === undefined ? undefined : serviceAddress(wanted, deployment.origin, proxyUrl);
  if (ofService !== undefined) return ofService;
  if (!wanted.startsWith('/')) return home;
  const target = parse(wanted, deployment.origin);
  // A path such as `/.//evil` is only found to begin with two slashes once it has been resolved.
  if (!target || target.origin !== deployment.origin || target.pathname.startsWith('//')) return home;
  if (target.username !== '' || target.password !== '') return home;
  return isPage(target.pathname, deployment) ? target.href : home;
}

// Front ends that decode these would read another path than the one that was checked.
const ambiguous = /%(?:2e|2f|5c|0[0ad])/i;

/** The address of a page below that of the proxy; undefined where it is not one. `wanted` has no unsafe character. */
function serviceAddress(wanted: string, origin: string, proxyUrl: string): string | undefined {
  const proxy = parse(proxyUrl, origin);
  if (!proxy) return undefined;
  const base = proxy.pathname.endsWith('/') ? proxy.pathname : `${proxy.pathname}/`;
  const isPath = wanted.startsWith('/') && !wanted.startsWith('//');
  // At the root of our own origin, everything would be a page of a service.
  if (isPath ? proxy.origin !== origin || base === '/' : !wanted.startsWith(proxy.origin + base))
    return undefined;
  const target = parse(wanted, origin);
  if (!target || target.origin !== proxy.origin || target.username !== '' || target.password !== '')
    return undefined;
  return target.pathname.startsWith(base) && !ambiguous.test(target.pathname) ? target.href : undefined;
}

/**
 * The address that leads to a page after sign-in, which {@link returnAddress} has returned: pages of the console directly, all
 * others through the API, which knows whether a request to a service would execute something.
 */
export function continueAddress(page: string, { origin, consoleBase }: DeploymentPaths): string {
  const isOfConsole =
    page === origin + consoleBase.replace(/\/$/, '') || page.startsWith(origin + consoleBase);
  if (isOfConsole && !ambiguous.test(page)) return page;
  const wanted = page.startsWith(`${origin}/`) ? page.slice(origin.length) : page;
  return `${origin}${consoleBase}continue?return=${encodeURIComponent(wanted)}`;
}

/** The address of the sign-in page that brings a person back to `current`, a path on our origin. */
export function signInAddress(current: string, deployment: DeploymentPaths): string {
  const page = `${deployment.consoleBase}login`;
  return current === deployment.consoleBase ? page : `${page}?return=${encodeURIComponent(current)}`;
}

/** The sign-in page, and the address through which it leads elsewhere. */
function isSignInPage(path: string, { consoleBase }: Pick<DeploymentPaths, 'consoleBase'>): boolean {
  const page = path.replace(/\/$/, '');
  return page === `${consoleBase}login` || page === `${consoleBase}continue`;
}

function isPage(path: string, deployment: DeploymentPaths): boolean {
  const { consoleBase, apiRoot } = deployment;
  if (isSignInPage(path, deployment)) return false;
  if (path === `${apiRoot}api`) return true;
  return path.startsWith(consoleBase) || `${path}/` === consoleBase || !path.startsWith(apiRoot);
}

function parse(path: string, origin: string): URL | undefined {
  try {
    return new URL(path, origin);
  } catch {
    return undefined;
  }
}

import type { ServiceRoute } from '../enforcement/routes';

/**
 * The query parameter that carries a network token. It is the proxy's alone: it is taken out of the query before anything
 * is decided or forwarded, every other byte stays as it was sent. Reference: proxy#identification, proxy#forwarding, sessions#provider-sign-in.
 */
export class NetworkTokenParameter {
  constructor(private readonly name: string) {}

  /** The route without the parameter, and the values that it had. */
  takenFrom(route: ServiceRoute): ServiceRoute {
    const { query } = route;
    // A name may be spelled with escapes, which is rare enough to look closer then.
    if (query === '' || !(query.includes(this.name) || query.includes('%'))) return route;
    const tokens: string[] = [];
    const kept = query
      .slice(1)
      .split('&')
      .filter((pair) => {
        const [name = ''] = pair.split('=', 1);
        if (decoded(name) !== this.name) return true;
        tokens.push(decoded(pair.slice(name.length + 1)));
        return false;
      });
    if (tokens.length === 0) return route;
    return { ...route, query: kept.length === 0 ? '' : `?${kept.join('&')}`, networkTokens: tokens };
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

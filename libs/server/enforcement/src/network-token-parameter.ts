import type { ServiceRoute } from './routes';

/**
 * The query parameter that carries a network token. It is addressed to the proxy: it is removed from the query before any
 * decision or forwarding, and every other byte is unchanged. Reference: enforcement#identification, enforcement#forwarding,
 * sessions#provider-sign-in.
 */
export class NetworkTokenParameter {
  constructor(private readonly name: string) {}

  /** The route without the parameter, and its values. */
  takenFrom(route: ServiceRoute): ServiceRoute {
    const { query } = route;
    // A name may contain percent-encoding, which is rare enough to check in detail.
    if (query === '' || !(query.includes(this.name) || query.includes('%'))) return route;
    const split = this.split(query);
    return split.tokens.length === 0 ? route : { ...route, query: split.query, networkTokens: split.tokens };
  }

  /** A query, with its question mark, without the parameter, and the values of the parameter. */
  split(query: string): { readonly query: string; readonly tokens: readonly string[] } {
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
    if (tokens.length === 0) return { query, tokens };
    return { query: kept.length === 0 ? '' : `?${kept.join('&')}`, tokens };
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

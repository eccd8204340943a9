import type { ServiceRequest } from '@gatehouse/access-engine';
import type { ServiceRoute } from './routes';

type Parameter = readonly [name: string, value: string];

/** A request as the mapping of its service's type reads it; the query is taken apart only where a mapping asks for it. */
export class RoutedRequest implements ServiceRequest {
  private parameters: readonly Parameter[] | undefined;

  constructor(
    readonly method: string,
    private readonly route: ServiceRoute,
  ) {}

  get segments(): readonly string[] {
    return this.route.segments;
  }

  get query(): readonly Parameter[] {
    return (this.parameters ??= [...new URLSearchParams(this.route.query)]);
  }
}

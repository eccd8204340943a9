import type { Parameter, RequestBody, ServiceRequest } from '@gatehouse/service-types';
import type { ServiceRoute } from './routes';

const NONE: RequestBody = { kind: 'none' };

/** A request as the mapping of its service's type reads it; the query is taken apart only where a mapping asks for it. */
export class RoutedRequest implements ServiceRequest {
  private parameters: readonly Parameter[] | undefined;

  constructor(
    readonly method: string,
    private readonly route: ServiceRoute,
    readonly body: RequestBody = NONE,
  ) {}

  get segments(): readonly string[] {
    return this.route.segments;
  }

  get query(): readonly Parameter[] {
    return (this.parameters ??= [...new URLSearchParams(this.route.query)]);
  }
}

import type { Type } from '@nestjs/common';
import type { ErrorsByStatus } from './declared-errors';
import type { EndpointDeclaration } from './endpoint-declaration';

/** An endpoint with its method and path. */
export interface DeclaredRoute {
  readonly method: string;
  /** `/users/{user_name}/groups`, also the `route_name` of errors. */
  readonly template: string;
  /** Parameters in the order of the path. */
  readonly params: readonly string[];
  readonly declaration: EndpointDeclaration;
  /** All errors that it can return, by status. */
  readonly errors: ErrorsByStatus;
  readonly controller: Type;
  readonly handler: string;
}

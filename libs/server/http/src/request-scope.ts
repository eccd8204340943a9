import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { ErrorCode } from '@gatehouse/problems';
import type { Caller } from './caller';
import type { DeclaredRoute } from './declared-route';
import type { Format } from './negotiation';

/** State of a request, filled in by the layers of the pipeline. */
export interface RequestScope {
  readonly id: string;
  /** Address of the client, behind trusted front ends. */
  readonly address: string;
  readonly startedAt: bigint;
  /** Path as received, without query, and decoded for display. */
  readonly rawPath: string;
  readonly path: string;
  /** Decoded segments of the path, by which it is routed; undefined where an escape is broken or not UTF-8. */
  readonly segments: readonly string[] | undefined;
  /** Query as received, without `?`. */
  readonly rawQuery: string;
  format: Format;
  route?: DeclaredRoute;
  /** Decoded path parameters by their name. */
  params: Readonly<Record<string, string>>;
  caller?: Caller;
  /** A revision that the access snapshot has reached and that was the newest one at some time since the request came. */
  confirmedRevision?: number;
  /** The revision that the request demands by `X-Access-Revision`; the access snapshot has reached it. */
  demandedRevision?: number;
  /** Code of the error that the request is answered with. */
  errorCode?: ErrorCode;
  /** Entities that the path names, by parameter. */
  readonly targets: Map<string, unknown>;
}

/** The scope, for handlers whose reply depends on the time of arrival or on other state of the request. */
export const FromScope = createParamDecorator((_: unknown, context: ExecutionContext): RequestScope =>
  scopeOf(context.switchToHttp().getRequest<IncomingMessage>()),
);

const scopes = new WeakMap<IncomingMessage, RequestScope>();

export function openScope(request: IncomingMessage, scope: RequestScope): void {
  scopes.set(request, scope);
}

/** The scope of a request; it exists before other layers handle the request. */
export function scopeOf(request: IncomingMessage): RequestScope {
  const scope = scopes.get(request);
  if (!scope) throw new Error('the request has not passed the entry of the pipeline');
  return scope;
}

import type { ServiceType } from '@gatehouse/service-types';

/** A service that the proxy protects, with the resource that is the root of its tree. Reference: data#resources. */
export interface ProtectedService {
  /** Identifier of its root resource. */
  readonly id: number;
  readonly name: string;
  readonly type: ServiceType;
  /** Private URL of the upstream service. */
  readonly url: string;
  readonly syncType: string | null;
  /** As stored, without defaults. */
  readonly configuration: Readonly<Record<string, unknown>> | null;
  /** Options of the proxy for the service, as stored; null for the defaults. */
  readonly proxy: Readonly<Record<string, unknown>> | null;
}

/** A service to create. Nothing in it is validated yet. */
export interface NewService {
  readonly name: string;
  readonly typeName: string;
  readonly url: string;
  readonly syncType?: string | undefined;
  readonly configuration?: unknown;
  readonly proxy?: unknown;
}

/** A change of a service: an undefined field stays, `configuration` and `proxy` are removed by null. */
export interface ServiceChange {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly configuration?: unknown;
  readonly proxy?: unknown;
}

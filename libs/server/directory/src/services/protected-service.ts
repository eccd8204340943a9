import type { ServiceRow } from '@gatehouse/database';
import type { ServiceType } from '@gatehouse/service-types';
import type { SERVICE_TABLE } from '../fields/service';
import type { Change, New } from '../fields/table';

/** A service that the proxy protects, with the resource that is the root of its tree. Reference: data#resources. */
export interface ProtectedService extends Readonly<
  Omit<ServiceRow, 'resourceId' | 'type' | 'credentialsVersion'>
> {
  /** Identifier of its root resource. */
  readonly id: number;
  readonly name: string;
  readonly type: ServiceType;
}

/** A service to create. Nothing in it is validated yet. */
export interface NewService extends Unvalidated<Omit<New<typeof SERVICE_TABLE>, 'type'>> {
  readonly name: string;
  readonly typeName: string;
}

/** A change of a service: an undefined field stays, `configuration`, `proxy` and `synchronization` are removed by null. */
export interface ServiceChange extends Unvalidated<Change<typeof SERVICE_TABLE>> {
  readonly name?: string | undefined;
}

type Unvalidated<Fields> = Omit<Fields, 'configuration' | 'proxy' | 'synchronization'> & {
  readonly configuration?: unknown;
  readonly proxy?: unknown;
  readonly synchronization?: unknown;
};

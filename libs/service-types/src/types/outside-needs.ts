import type { PermissionName } from '@gatehouse/access-engine';
import type { RequestHead } from '../request';
import type { ServiceType } from '../service-type';

/** For types whose servers also implement other protocols, which their permissions do not name. Reference: permission-rules#authority. */
export const outsideNeedsAdministrator: Pick<ServiceType, 'outsideNeeds'> = {
  outsideNeeds: () => 'administrator',
};

/** For types whose permissions name all that their servers do. Reference: permission-rules#authority. */
export function outsideNeeds(names: readonly PermissionName[]): Pick<ServiceType, 'outsideNeeds'> {
  return { outsideNeeds: () => ({ names, readsBodies: false }) };
}

/** Requests of OGC protocols are documents or forms where they are POST. */
export function readsPosts({ method }: RequestHead): boolean {
  return method === 'POST';
}

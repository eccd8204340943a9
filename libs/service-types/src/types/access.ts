import { covered } from '../reading';
import type { ServiceType } from '../service-type';
import { outsideNeeds } from './outside-needs';
import { single } from './touched';

/** An endpoint that a caller may use as a whole or not at all. Reference: request-mapping#access. */
export const accessService: ServiceType = {
  name: 'access',
  permissions: ['access'],
  resourceTypes: {},
  isOws: false,
  cookies: 'all',
  ...outsideNeeds(['access']),
  readsBody: () => false,
  read: (_request, { tree }) => covered(single('access', tree.serviceId, true)),
};

import type { ServiceType } from '../service-type';

/** An endpoint that a caller may use as a whole or not at all. spec: permissions 4.6.1. */
export const accessService: ServiceType = {
  name: 'access',
  permissions: ['access'],
  resourceTypes: {},
  targetOf: (_request, { serviceId }) => ({
    permission: 'access',
    resources: [{ resourceId: serviceId, exact: true }],
  }),
};

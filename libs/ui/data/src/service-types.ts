import { SERVICE_TYPES } from './generated/service-types';

/** Names of all service types, sorted. */
export const SERVICE_TYPE_NAMES: readonly string[] = SERVICE_TYPES.map(({ name }) => name);

/** Those whose services have a configuration. */
export const CONFIGURABLE_TYPES: readonly string[] = SERVICE_TYPES.flatMap(({ name, hasConfiguration }) =>
  hasConfiguration ? [name] : [],
);

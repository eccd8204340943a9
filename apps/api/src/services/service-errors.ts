import { type DeclaredError, withStatus } from '@gatehouse/http';

/** Errors of the values of a service, new or changed. */
const VALUE_ERRORS: readonly DeclaredError[] = [
  'service_name_invalid',
  'service_name_reserved',
  'service_name_taken',
  'service_configuration_invalid',
  'service_proxy_options_invalid',
  'service_synchronization_invalid',
  ...withStatus(422, 'value_invalid'),
];

export const NEW_SERVICE_ERRORS: readonly DeclaredError[] = [
  ...VALUE_ERRORS,
  'service_type_unknown',
  'service_sync_type_unknown',
];

export const CHANGED_SERVICE_ERRORS: readonly DeclaredError[] = [...VALUE_ERRORS, 'service_unchanged'];

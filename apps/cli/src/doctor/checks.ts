import { CLIENT_CHECKS } from './client-checks';
import { COOKIE_CHECKS } from './cookie-checks';
import type { Check } from './finding';
import { FRONT_END_CHECKS } from './front-end-checks';
import { HOST_CHECKS } from './host-checks';
import { INSIDE_CHECKS } from './inside-checks';
import { SERVICE_CHECKS } from './service-checks';

/** The table of findings: what doctor looks for. A test plants each of them alone. */
export const CHECKS: readonly Check[] = [
  ...CLIENT_CHECKS,
  ...COOKIE_CHECKS,
  ...FRONT_END_CHECKS,
  ...SERVICE_CHECKS,
  ...INSIDE_CHECKS,
  ...HOST_CHECKS,
];

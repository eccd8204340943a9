import { whole } from './kinds';

const DAY_SECONDS = 86_400;

/** Settings that bound failed sign-ins and the hashing of passwords. Reference: sessions#sign-in-limits. */
export const signInLimits = {
  signInAccountFailures: whole(
    'SVC_SIGNIN_ACCOUNT_FAILURES',
    { min: 1, max: 1_000_000 },
    {
      fallback: '10',
      about:
        'Number of failed sign-ins of one account, by user name and email address together, within the window after which further attempts are rejected with 429. From a client network that the user has signed in from before, the correct password is accepted until ten times as many attempts have failed there.',
    },
  ),
  signInAddressFailures: whole(
    'SVC_SIGNIN_ADDRESS_FAILURES',
    { min: 1, max: 1_000_000 },
    {
      fallback: '100',
      about: 'The same limit for one client network (IPv4 address, or IPv6 /64), for all accounts together.',
    },
  ),
  passwordQueue: whole(
    'SVC_PASSWORD_QUEUE',
    { min: 1, max: 10_000 },
    {
      fallback: '100',
      about:
        'Maximum number of passwords that wait to be hashed, at sign-in and when a password is set; further requests are rejected with 503. Signed-in users, and users who sign in from a client network that they have signed in from before, have a separate queue of the same length.',
    },
  ),
  passwordQueuePerAddress: whole(
    'SVC_PASSWORD_QUEUE_PER_ADDRESS',
    { min: 1, max: 10_000 },
    {
      fallback: '20',
      about:
        'Maximum number of these from one client network (IPv4 address, or IPv6 /64) without known users.',
    },
  ),
  signInWindow: whole(
    'SVC_SIGNIN_WINDOW',
    { min: 1, max: DAY_SECONDS },
    {
      fallback: '900',
      about: 'Length of that window in seconds.',
    },
  ),
  passwordResetRequests: whole(
    'SVC_PASSWORD_RESET_REQUESTS',
    { min: 1, max: 1_000_000 },
    {
      fallback: '10',
      about:
        'Number of password resets that one client network (IPv4 address, or IPv6 /64) may request within that window; further requests are rejected with 429.',
    },
  ),
} as const;

import { whole } from './kinds';

const DAY = 86_400;

/** Settings that bound failed sign-ins and the hashing of passwords. Reference: sessions#sign-in-limits. */
export const signInLimits = {
  signInAccountFailures: whole(
    'SVC_SIGNIN_ACCOUNT_FAILURES',
    { min: 1, max: 1_000_000 },
    {
      fallback: '10',
      about:
        'Failed sign-ins of one account, by name and email together, within the window before further tries are refused with 429. From an address that the user has signed in from before, the right password is taken until ten times as many have failed there.',
    },
  ),
  signInAddressFailures: whole(
    'SVC_SIGNIN_ADDRESS_FAILURES',
    { min: 1, max: 1_000_000 },
    {
      fallback: '100',
      about: 'The same for one address (IPv6: one network of 64 bits), whatever the accounts.',
    },
  ),
  passwordQueue: whole(
    'SVC_PASSWORD_QUEUE',
    { min: 1, max: 10_000 },
    {
      fallback: '100',
      about:
        'Most passwords that wait to be hashed, at sign-in and where they are set; further requests are answered 503. People who are signed in, or sign in from an address that they signed in from before, have a queue of their own of the same length.',
    },
  ),
  passwordQueuePerAddress: whole(
    'SVC_PASSWORD_QUEUE_PER_ADDRESS',
    { min: 1, max: 10_000 },
    {
      fallback: '20',
      about: 'Most of them from one address (IPv6: one network of 64 bits) that nobody known comes from.',
    },
  ),
  signInWindow: whole(
    'SVC_SIGNIN_WINDOW',
    { min: 1, max: DAY },
    {
      fallback: '900',
      about: 'Seconds of that window.',
    },
  ),
} as const;

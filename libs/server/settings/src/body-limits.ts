import { size, whole } from './kinds';

/** How much of a request body the API reads. */
export const bodyLimits = {
  bodyLimit: size('SVC_BODY_LIMIT', { fallback: '1 MB', about: 'Largest request body the API reads.' }),
  bodyMembers: whole(
    'SVC_BODY_MEMBERS',
    { min: 100, max: 10_000_000 },
    {
      fallback: '10000',
      about:
        'Maximum number of members and list entries, at all levels together, of a JSON body of the API; larger bodies are rejected with 413 before they are parsed.',
    },
  ),
  bodyFields: whole(
    'SVC_BODY_FIELDS',
    { min: 10, max: 1_000_000 },
    {
      fallback: '1000',
      about:
        'Maximum number of fields, or parts, of a form sent to the API; larger forms are rejected with 413.',
    },
  ),
  bodyTimeout: whole(
    'SVC_BODY_TIMEOUT',
    { min: 1, max: 86_400 },
    {
      fallback: '60',
      about:
        'Seconds within which a request body must arrive at the API completely; later ones are rejected with 408.',
    },
  ),
} as const;

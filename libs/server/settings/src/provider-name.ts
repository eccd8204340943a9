/** How the name of an identity provider is written. */
export const PROVIDER_NAME = {
  pattern: /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/i,
  expected: 'must be letters and digits, joined by one of _ . -',
  maxLength: 100,
};

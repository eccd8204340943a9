const SIX = ['public read-deny-match', 'g1 read-deny-match', 'g2 read'];
const NINE = [...SIX, 'user read-match', 'g1 write-deny-match'];

/**
 * The results of `inherited` and `resolve` on the target of example E2, step by step: the
 * assignments on the target, and the outcome.
 */
export const LOCAL_VIEWS: readonly (readonly [
  assignments: string[],
  inherited: number,
  resolved: string[],
])[] = [
  [['public read-deny-match'], 1, ['read-deny-match public']],
  [['public read-deny-match', 'g1 read-match'], 2, ['read-allow-match g1']],
  [['public read-deny-match', 'g1 read-match', 'g2 read'], 3, ['read-allow-recursive g2']],
  [SIX, 3, ['read-deny-match g1']],
  [[...SIX, 'user read-match'], 4, ['read-allow-match user']],
  [NINE, 5, ['read-allow-match user', 'write-deny-match g1']],
  [[...NINE, 'g2 write-deny-match'], 6, ['read-allow-match user', 'write-deny-match multiple']],
];

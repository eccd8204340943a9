import { createHash } from 'node:crypto';
import type { AccessEffect } from '@gatehouse/access-engine';
import type { Steps } from '@gatehouse/request-body';

/** Rows that are digested in one step. */
const ROWS_OF_STEP = 500;

/**
 * Digest of who gains and loses what; equal for equal effects. One that was not computed completely does not tell whether the rest is
 * equal: its digest is that of the revision of the plan, after which nothing may have changed.
 */
export function* effectHash({ isComplete, gains, losses }: AccessEffect, revision: number): Steps<string> {
  const hash = createHash('sha256');
  if (!isComplete) return hash.update(`revision ${revision}`).digest('hex');
  for (const { administrators, anonymous, rows } of [gains, losses]) {
    hash.update(JSON.stringify([administrators, anonymous, rows.length]));
    for (const [index, row] of rows.entries()) {
      if ((index + 1) % ROWS_OF_STEP === 0) yield 0;
      const { kind, principal, service, name, users, resources, decisions, digest } = row;
      hash.update(JSON.stringify([kind, principal, service, name, users, resources, decisions, digest]));
    }
  }
  return hash.digest('hex');
}

import type { Problem } from '@gatehouse/problems';

export function throwIfAny(error: Problem | undefined): void {
  if (error) throw error;
}

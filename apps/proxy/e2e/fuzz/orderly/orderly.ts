import fc from 'fast-check';
import type { AttemptBody } from '../attempt';
import type { Needs } from '../reference';
import type { ScenarioService } from '../scenario';

/** A request with its intended meaning. */
export interface Orderly {
  readonly method: string;
  readonly path: string;
  /** With its question mark. */
  readonly query?: string;
  readonly body?: AttemptBody | undefined;
  /** What it needs at a service according to docs/proxy.md. */
  readonly needs: (service: ScenarioService) => Needs;
}

export function bodyOf(mediaType: string, text: string): AttemptBody {
  return { mediaType, encoding: undefined, bytes: Buffer.from(text), isChunked: false };
}

/** Mostly one of the first, sometimes one of the others. */
export function mostly<T>(usual: readonly T[], odd: readonly T[], weight = 6): fc.Arbitrary<T> {
  return fc.oneof(
    { weight, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
}

/** Whether a service has a resource at a path. */
export function isRegistered({ nodes }: ScenarioService, path: readonly string[]): boolean {
  return ['s', ...path].join('/').toLowerCase() in nodes;
}

import type { ReadingContext } from '../grammar/context';
import { type Outside, outside } from '../reading';
import type { RequestHead } from '../request';

/**
 * Why a path is not the address of an endpoint that has one address: it is empty, or the one segment of the protocol or of the
 * service's options, which is case-sensitive where the server is. At other paths, servers have other interfaces.
 */
export function endpointProblem(
  { segments }: RequestHead,
  { endpoint }: Pick<ReadingContext, 'endpoint'>,
  word: string,
  hasCase = false,
): Outside | undefined {
  const known = endpoint ?? word;
  if (segments.length === 0 || (segments.length === 1 && isSame(segments[0] ?? '', known, hasCase))) {
    return undefined;
  }
  return outside(
    'InvalidParameterValue',
    'path',
    `The path is neither empty nor /${known}, the address of the endpoint.`,
  );
}

function isSame(one: string, other: string, hasCase: boolean): boolean {
  return hasCase ? one === other : one.toLowerCase() === other.toLowerCase();
}

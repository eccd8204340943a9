import type { SnapshotFollower } from '@gatehouse/access';
import type { ProxySettings } from '@gatehouse/settings';
import type { Cors } from '@gatehouse/wire';
import { type PublicAddress, proxyCors } from '@gatehouse/enforcement';
import type { Operations } from '../operations/create-operations';
import { RefusalFacts } from './refusal-details';
import { ErrorResponder } from './error-responder';
import { ResponseWriter } from './response-writer';

/** Replies of the proxy itself. */
export interface Responses {
  readonly responses: ResponseWriter;
  readonly errors: ErrorResponder;
  readonly cors: Cors;
}

export function createResponses(
  settings: ProxySettings,
  publicAddress: PublicAddress,
  follower: SnapshotFollower,
  { log, metrics, refusals }: Operations,
): Responses {
  const responses = new ResponseWriter(settings, publicAddress);
  const cors = proxyCors(settings);
  const details = new RefusalFacts(settings, publicAddress, follower);
  return {
    responses,
    cors,
    errors: new ErrorResponder(settings.proxyBasePath, responses, cors, { log, metrics, refusals }, details),
  };
}

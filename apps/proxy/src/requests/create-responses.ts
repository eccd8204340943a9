import type { ProxySettings } from '@gatehouse/settings';
import type { Cors } from '@gatehouse/wire';
import { type PublicAddress, proxyCors } from '@gatehouse/enforcement';
import type { Operations } from '../operations/create-operations';
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
  { log, metrics, refusals }: Operations,
): Responses {
  const responses = new ResponseWriter(settings, publicAddress);
  const cors = proxyCors(settings);
  return {
    responses,
    cors,
    errors: new ErrorResponder(settings.proxyBasePath, responses, cors, { log, metrics, refusals }),
  };
}

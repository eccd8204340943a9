import type { ReceivedRequest } from '../interpretation/acts';
import type { WireRequest } from './wire-upstream';

/** A request received by an upstream whose private URL ends in the name of its service; paths are relative to it. */
export function receivedBelow({ line, headers, body }: WireRequest, service: string): ReceivedRequest {
  const [method = '', target = ''] = line.split(' ');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  return {
    method,
    path: path.slice(service.length + 1),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers,
    body,
  };
}

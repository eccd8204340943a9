import type { IncomingMessage } from 'node:http';

/** Whether an HTTP/1.1 request has no Host header; it is refused. Source: RFC 9112, 3.2. */
export function namesNoHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

/** Whether a request has several Host headers: readers of the first and of the last would disagree about its target. */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

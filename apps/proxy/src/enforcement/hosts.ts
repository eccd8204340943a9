import type { IncomingMessage } from 'node:http';

/** Whether a request of HTTP/1.1 names no host, which is refused. Source: RFC 9112, 3.2. */
export function namesNoHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

/** Whether a request names more than one host: who takes the first one and who the last one would see two requests. */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

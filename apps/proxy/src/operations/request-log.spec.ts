import type { Logger } from '@gatehouse/logging';
import type { RequestContext } from '../received/request-context';
import { RequestLog } from './request-log';

/** The level and the message of the line that a request leaves. */
function logged(kind: string, statusCode: number): string[] {
  const lines: string[] = [];
  const at = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as Logger;
  new RequestLog(logger).answered({
    request: { method: 'GET', url: '/' },
    response: { headersSent: true, statusCode },
    route: { kind },
    address: '192.0.2.1',
    begun: performance.now(),
  } as unknown as RequestContext);
  return lines;
}

describe('the request log', () => {
  it.each(['live', 'ready', 'health'])('writes a successful probe (%s) at debug level', (kind) => {
    expect(logged(kind, 200)).toEqual(['debug request']);
  });

  it('writes a probe that fails at info level', () => {
    expect(logged('ready', 503)).toEqual(['info request']);
  });

  it('writes other requests at info level', () => {
    expect([logged('proxy', 200), logged('metrics', 200)]).toEqual([['info request'], ['info request']]);
  });
});

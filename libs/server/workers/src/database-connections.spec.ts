import { type Logger, silentLogger } from '@gatehouse/logging';
import { reportConnections } from './index';

describe('the report of database connections', () => {
  const report = (available: number, settings = {}): [level: string, message: string][] => {
    const lines: [string, string][] = [];
    const at = (level: string) => (_fields: object, message: string) => void lines.push([level, message]);
    const logger: Logger = { ...silentLogger, info: at('info'), warn: at('warn') };
    reportConnections({ databasePool: 20, apiWorkers: 4, proxyWorkers: 4, ...settings }, available, logger);
    return lines;
  };
  const OPENED = 'API and proxy open at most 52 connections to the database (28 and 24)';

  it('counts the pools, and those that each worker has besides', () => {
    expect(report(52)).toEqual([['info', OPENED]]);
    expect(report(5, { apiWorkers: 1, proxyWorkers: 1, databasePool: 1 })).toEqual([
      ['warn', expect.stringMatching(/^API and proxy open at most 7 connections .* admits only 5: /)],
    ]);
  });

  it('warns if the database admits fewer', () => {
    expect(report(51)).toEqual([
      ['warn', `${OPENED}, but it admits only 51: raise max_connections, or lower SVC_DB_POOL`],
    ]);
  });

  it('leaves out those that lead to a pooler', () => {
    expect(report(12, { databaseDirectUrl: 'postgresql://db/gate' })).toEqual([
      [
        'info',
        'API and proxy open at most 12 connections to the database (8 and 4), beside those of the pooler',
      ],
    ]);
  });
});

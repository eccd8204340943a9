import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { DataSource } from 'typeorm';
import { DeclaredRoutes, type LargeReplyLimits, scopeOf, statusesOf } from '@gatehouse/http';
import { type Logger, silentLogger } from '@gatehouse/logging';
import { type Settings, loadSettings } from '@gatehouse/settings';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { createApplication } from '../../src/application';
import { Client } from './client';
import { Builders } from './builders';

export const ADMIN = { name: 'chief', password: 'the chief signs in' };

/** A running API on a separate database. */
export interface TestApi {
  readonly settings: Settings;
  readonly app: NestExpressApplication;
  readonly dataSource: DataSource;
  readonly database: TestDatabase;
  /** A caller without session. */
  readonly anonymous: Client;
  /** The configured administrator. */
  readonly admin: Client;
  readonly make: Builders;
  /** Replies so far whose status their endpoint does not declare: `GET /users 418`. */
  readonly undeclared: readonly string[];
  signIn(userName: string, password?: string): Promise<Client>;
  /** Stops everything; fails when a reply had a status that its endpoint does not declare. */
  close(): Promise<void>;
}

/**
 * Starts the whole API, as `main` does, with cheap password hashes, on a free port unless `SVC_PORT` is set. `environment`
 * adds or overrides settings; `logger` is for tests of the log, `database` for those that manipulate its server,
 * `largeReplies` for those with few rows.
 */
export async function startApi(
  environment: Record<string, string> = {},
  logger: Logger = silentLogger,
  database?: TestDatabase,
  largeReplies?: Partial<LargeReplyLimits>,
): Promise<TestApi> {
  database ??= await createTestDatabase();
  const settings = loadSettings({
    SVC_DB_URL: database.url,
    SVC_DB_POOL: '8',
    SVC_API_WORKERS: '1',
    SVC_SECRET: 'a secret for tests that is long enough',
    SVC_ADMIN_USER: ADMIN.name,
    SVC_ADMIN_PASSWORD: ADMIN.password,
    SVC_BCRYPT_COST: '4',
    ...environment,
  });
  const undeclared: string[] = [];
  const app = await createApplication(settings, logger, [watch(undeclared)], largeReplies);
  await app.listen(Number(environment['SVC_PORT'] ?? 0), '127.0.0.1');
  const url = await app.getUrl();
  const anonymous = new Client(url);
  const signIn = async (userName: string, password = Builders.PASSWORD): Promise<Client> => {
    const client = new Client(url);
    await client.signIn(userName, password);
    return client;
  };
  const admin = await signIn(ADMIN.name, ADMIN.password);
  return {
    settings,
    app,
    dataSource: app.get(DataSource),
    database,
    anonymous,
    admin,
    make: new Builders(admin),
    undeclared,
    signIn,
    close: async () => {
      await app.close();
      await database.drop();
      expect(undeclared).toEqual([]);
    },
  };
}

export function routesOf(api: TestApi): ReturnType<DeclaredRoutes['all']> {
  return api.app.get(DeclaredRoutes).all();
}

/** Records every reply whose status or error code its endpoint does not declare. */
function watch(undeclared: string[]): RequestHandler {
  return (request, response, next) => {
    response.once('finish', () => {
      const { route, errorCode } = scopeOf(request);
      if (!route) return;
      const { statusCode } = response;
      const isDeclared =
        errorCode === undefined
          ? statusesOf(route).includes(statusCode)
          : route.errors.get(statusCode)?.includes(errorCode);
      if (!isDeclared) {
        undeclared.push([request.method, route.template, statusCode, errorCode].join(' '));
      }
    });
    next();
  };
}

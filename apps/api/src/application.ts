import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { DefaultIdentities } from '@gatehouse/directory';
import { type LargeReplyLimits, WrittenReplies, installPipeline } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { InvalidSettings, type Settings } from '@gatehouse/settings';
import { ConfigurationStart } from './configuration/configuration-start';
import { ApiDescription } from './about/api-description';
import { AppModule } from './app.module';
import { serveConsole } from './start/console-files';
import { serveDocumentationFiles } from './start/documentation-files';
import { PortalStart } from './portal/portal-start';
import { BackgroundWork } from './start/background-work';

/**
 * The API on a migrated database with its default identities, ready to listen. `beside` are additional handlers that run
 * before the routes, for tests that observe requests; `largeReplies` are lower bounds, for tests with few rows.
 */
export async function createApplication(
  settings: Settings,
  logger: Logger,
  beside: readonly RequestHandler[] = [],
  largeReplies?: Partial<LargeReplyLimits>,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(settings, logger, largeReplies),
    new WrittenReplies(),
    {
      logger: false,
      bodyParser: false,
      // Otherwise Nest exits the process without a message when the application cannot be created.
      abortOnError: false,
    },
  );
  try {
    // Longer than the keep-alive of front ends, so that they never send a request on a connection that is being closed.
    app.getHttpServer().keepAliveTimeout = settings.keepAliveTimeout * 1000;
    await installPipeline(app, [
      ...beside,
      ...serveConsole(settings, consoleFolder(settings)),
      serveDocumentationFiles(),
    ]);
    app.get(ApiDescription).describe(app);
    const { passwordSetFor } = await app.get(DefaultIdentities).ensure(settings.adminPassword);
    if (passwordSetFor !== undefined) {
      logger.info(
        { userId: passwordSetFor },
        'the password of the administrator was set from the configuration',
      );
    }
    await app.get(ConfigurationStart).apply();
    await app.get(PortalStart).push();
    app.get(BackgroundWork).start();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The build puts dist/apps/ui/browser next to dist/apps/api/src. Throws `InvalidSettings` if another folder has no console. */
function consoleFolder({ uiDir, uiEnabled }: Settings): string {
  if (uiDir === undefined) return join(__dirname, '../../ui/browser');
  if (uiEnabled && !existsSync(join(uiDir, 'index.html')))
    throw new InvalidSettings(['SVC_UI_DIR names a folder without the console (index.html)']);
  return resolve(uiDir);
}

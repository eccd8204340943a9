import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import { DeclaredRoutes, SETTINGS, describeApi } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { VERSION } from './version';

/** The OpenAPI description of the running application, generated once: routes cannot change while it runs. */
@Injectable()
export class ApiDescription {
  private json: string | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly routes: DeclaredRoutes,
  ) {}

  describe(app: INestApplication): void {
    const { publicUrl, cookieName, tokenBasic, loggedUser, passwordMinLength, userNameMaxLength } =
      this.settings;
    const document = describeApi(app, this.routes.all(), {
      version: VERSION,
      publicUrl,
      cookieName,
      tokenBasic,
      loggedUser,
      passwordMinLength,
      userNameMaxLength,
    });
    this.json = JSON.stringify(document);
  }

  text(): string {
    if (this.json === undefined) throw new Error('the API description was not generated at startup');
    return this.json;
  }

  /** Path of the public URL, the prefix under which a front end may serve the API; empty at the root. */
  basePath(): string {
    return new URL(this.settings.publicUrl).pathname.replace(/\/$/, '');
  }
}

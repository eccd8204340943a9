import { Controller, Get, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { schemaVersion } from '@gatehouse/database';
import { ConsoleSettingsDto, ProvidersDto, VersionDto } from '@gatehouse/dto';
import { Endpoint, SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { VERSION } from './version';

@Controller()
export class AboutController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  @Endpoint(Get(), {
    name: 'get_root',
    summary: 'Tell that the service is here',
    access: 'public',
    success: {
      status: 200,
      detail: 'Gatehouse is here. See /api for its interface and /ui for its console.',
    },
  })
  root(): void {
    return undefined;
  }

  @Endpoint(Get('version'), {
    name: 'get_version',
    summary: 'Tell the versions of service and database',
    access: 'public',
    success: { status: 200, detail: 'Version read.', body: VersionDto },
  })
  async version(): Promise<VersionDto> {
    return { version: VERSION, db_version: await schemaVersion(this.dataSource) };
  }

  @Endpoint(Get('providers'), {
    name: 'list_providers',
    summary: 'List the providers that a person can sign in with',
    access: 'public',
    success: { status: 200, detail: 'Providers listed.', body: ProvidersDto },
  })
  providers(): ProvidersDto {
    return { providers: { internal: [this.settings.defaultProvider], external: [] } };
  }

  @Endpoint(Get('ui/settings.json'), {
    name: 'get_console_settings',
    summary: 'Tell the public pages of the console what they need',
    access: 'public',
    success: { status: 200, detail: 'Settings read.', body: ConsoleSettingsDto },
  })
  consoleSettings(): ConsoleSettingsDto {
    const { passwordMinLength, loggedUser, adminGroup, anonymousUser } = this.settings;
    return {
      version: VERSION,
      password_min_length: passwordMinLength,
      registration_enabled: false,
      logged_user: loggedUser,
      admin_group: adminGroup,
      anonymous_user: anonymousUser,
      providers: this.providers().providers,
    };
  }
}

import { Controller, Get } from '@nestjs/common';
import { ConsoleSettingsDto, VersionDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { AboutService } from './about.service';

@Controller()
export class AboutController {
  constructor(private readonly about: AboutService) {}

  @Endpoint(Get(), {
    name: 'get_root',
    summary: 'Report that the service is running',
    access: 'public',
    success: {
      status: 200,
      detail: 'Gatehouse is running. The API is documented at /api; the console is at /ui.',
    },
  })
  root(): void {
    return undefined;
  }

  @Endpoint(Get('version'), {
    name: 'get_version',
    summary: 'Read the versions of the service and the database schema',
    access: 'public',
    success: { status: 200, detail: 'Version read.', body: VersionDto },
  })
  version(): Promise<VersionDto> {
    return this.about.version();
  }

  @Endpoint(Get('ui/settings.json'), {
    name: 'get_console_settings',
    summary: 'Read the settings of the public pages of the console',
    access: 'public',
    growth: { boundedBy: 'the identity providers that are configured' },
    success: { status: 200, detail: 'Settings read.', body: ConsoleSettingsDto },
    compressed: true,
    errors: ['console_disabled'],
  })
  consoleSettings(): Promise<ConsoleSettingsDto> {
    return this.about.consoleSettings();
  }
}

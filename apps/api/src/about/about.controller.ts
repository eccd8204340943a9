import { Controller, Get } from '@nestjs/common';
import { ConsoleSettingsDto, VersionDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { AboutService } from './about.service';

@Controller()
export class AboutController {
  constructor(private readonly about: AboutService) {}

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
  version(): Promise<VersionDto> {
    return this.about.version();
  }

  @Endpoint(Get('ui/settings.json'), {
    name: 'get_console_settings',
    summary: 'Tell the public pages of the console what they need',
    access: 'public',
    success: { status: 200, detail: 'Settings read.', body: ConsoleSettingsDto },
    errors: [404],
  })
  consoleSettings(): ConsoleSettingsDto {
    return this.about.consoleSettings();
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { schemaVersion } from '@gatehouse/database';
import type { ConsoleSettingsDto, VersionDto } from '@gatehouse/dto';
import { SETTINGS } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { ProvidersService } from '../providers/providers.service';
import { VERSION } from './version';

@Injectable()
export class AboutService {
  constructor(
    private readonly providers: ProvidersService,
    @Inject(SETTINGS) private readonly settings: Settings,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  async version(): Promise<VersionDto> {
    return {
      version: VERSION,
      db_version: await schemaVersion(this.dataSource),
      ...(this.settings.readOnly && { read_only: true }),
    };
  }

  async consoleSettings(): Promise<ConsoleSettingsDto> {
    if (!this.settings.uiEnabled) throw problem('console_disabled');
    const { passwordMinLength, loggedUser, adminGroup, anonymousUser } = this.settings;
    const { registrationEnabled, registrationApprovalEnabled, tokenMaxAge, tokenDefaultAge } = this.settings;
    return {
      version: VERSION,
      password_min_length: passwordMinLength,
      registration_enabled: registrationEnabled,
      registration_approval_enabled: registrationEnabled && registrationApprovalEnabled,
      password_reset_enabled: this.settings.smtpHost !== undefined,
      cookie_secure: this.settings.cookieSecure,
      token_max_age: tokenMaxAge,
      token_default_age: Math.min(tokenDefaultAge, tokenMaxAge),
      read_only: this.settings.readOnly,
      network_enabled: this.settings.networkEnabled,
      logged_user: loggedUser,
      admin_group: adminGroup,
      anonymous_user: anonymousUser,
      proxy_public_url: this.settings.proxyPublicUrl,
      providers: await this.providers.names(),
      identity_providers: await this.providers.summaries(),
    };
  }
}

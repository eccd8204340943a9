import { Controller, Get, Inject } from '@nestjs/common';
import { Endpoint, Reply, SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { ApiDescription } from './api-description';
import { documentationPage } from './documentation-page';

@Controller()
export class DescriptionController {
  constructor(
    private readonly description: ApiDescription,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'uiEnabled'>,
  ) {}

  @Endpoint(Get('json'), {
    name: 'get_api_description',
    summary: 'Read the OpenAPI description of this API',
    access: 'public',
    growth: { boundedBy: 'the operations of this version' },
    success: { status: 200, detail: 'The description.' },
    raw: 'application/json; charset=UTF-8',
  })
  json(): string {
    return this.description.text();
  }

  @Endpoint(Get('api'), {
    name: 'get_api_documentation',
    summary: 'Show the interactive documentation of this API',
    access: 'public',
    growth: { boundedBy: 'the operations of this version' },
    success: { status: 200, detail: 'The page.' },
    raw: 'text/html; charset=UTF-8',
  })
  page(): Reply {
    const { html, contentSecurityPolicy } = documentationPage(
      this.description.basePath(),
      this.settings.uiEnabled,
    );
    return Reply.raw(html, [['Content-Security-Policy', contentSecurityPolicy]]);
  }
}

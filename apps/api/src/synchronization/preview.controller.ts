import { Body, Controller, Inject, Post } from '@nestjs/common';
import { validateService } from '@gatehouse/directory';
import { PreviewSynchronizationDto, SynchronizationPreviewReplyDto } from '@gatehouse/dto';
import { Endpoint, FromLocale, withStatus } from '@gatehouse/http';
import type { Locale } from '@gatehouse/problems';
import { Synchronization } from '@gatehouse/sync';
import { toNewService } from '../services/service.mapper';
import { toPreview } from './synchronization.mapper';

/** The rules of services are about those with a name. */
const NAME = 'preview';

/** What a service has, before it exists. Reference: service-synchronization#previews. */
@Controller('synchronization')
export class PreviewController {
  constructor(@Inject(Synchronization) private readonly synchronization: Synchronization) {}

  @Endpoint(Post('preview'), {
    name: 'preview_synchronization',
    summary: 'Read the resources of a service before it is created; nothing is written',
    access: 'administrator',
    growth: { boundedBy: 'the limits of previews' },
    success: { status: 200, detail: 'Service read.', body: SynchronizationPreviewReplyDto },
    errors: [
      'service_type_unknown',
      'service_sync_type_unknown',
      'service_configuration_invalid',
      'service_proxy_options_invalid',
      'service_synchronization_invalid',
      'synchronization_not_supported',
      'synchronization_preview_busy',
      ...withStatus(422, 'value_invalid'),
    ],
  })
  async preview(
    @Body() body: PreviewSynchronizationDto,
    @FromLocale() locale: Locale,
  ): Promise<SynchronizationPreviewReplyDto> {
    const service = validateService(toNewService({ ...body, service_name: NAME }));
    return { preview: toPreview(await this.synchronization.previews.of(service), locale) };
  }
}

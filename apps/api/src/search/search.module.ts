import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller';
import { OverviewRepository } from './overview.repository';
import { SearchController } from './search.controller';
import { SearchService } from './search.service';

@Module({
  controllers: [SearchController, OverviewController],
  providers: [SearchService, OverviewRepository],
})
export class SearchModule {}

import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { ProtectedService } from '@gatehouse/directory';
import { MatrixDto, MatrixQuery } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { notFoundParam, problem } from '@gatehouse/problems';
import { FairScheduler } from '@gatehouse/scheduling';
import { Target } from '../../targets/path-targets';
import { InMemoryState } from '../../snapshot/in-memory-state';
import { CurrentSnapshot } from '../../snapshot/current-snapshot';
import { toMatrixRow } from './matrix.mapper';
import { PRINCIPAL_ERRORS, principalInQuery } from './principal-in-query';

const DEFAULT_LIMIT = 60;

/** The permissions of a user or group on the resources of a service, page by page. Reference: console-api#matrix. */
@Controller('services/:service_name/matrix')
export class MatrixController {
  constructor(
    private readonly state: InMemoryState,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
  ) {}

  @Endpoint(Get(), {
    name: 'read_permission_matrix',
    summary: 'Read the permissions of a user or group on the resources of a service, page by page',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Matrix found.', body: MatrixDto },
    errors: [...PRINCIPAL_ERRORS, 'resource_not_found', 'resource_not_in_service'],
  })
  async read(
    @Target('service_name') service: ProtectedService,
    @Query() query: MatrixQuery,
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<MatrixDto> {
    const { kind, id } = principalInQuery(access, query);
    if (query.parent_id !== undefined) rejectForeign(access, service, query.parent_id);
    const { offset = 0, limit = DEFAULT_LIMIT, assigned = false } = query;
    const page = await this.scheduler.run(
      scope.address,
      access.views.matrix({
        kind,
        principalId: id,
        serviceId: service.id,
        parentId: query.parent_id,
        assigned,
        offset,
        limit,
      }),
    );
    // Deleted since the checks above.
    if (!page) throw problem('resource_not_found');
    const records = this.state.records();
    return {
      revision: page.revision,
      permission_names: page.names,
      total: page.total,
      offset,
      rows: page.rows.map((row) => toMatrixRow(row, records)),
    };
  }
}

function rejectForeign(access: AccessSnapshot, service: ProtectedService, parentId: number): void {
  const found = access.serviceOf(parentId);
  if (found?.resourceId === service.id) return;
  throw problem(
    found ? 'resource_not_in_service' : 'resource_not_found',
    {},
    notFoundParam('parent_id', parentId),
  );
}

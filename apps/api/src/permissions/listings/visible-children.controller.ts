import { Controller, Get, Query } from '@nestjs/common';
import { type LocatedResource, Resources, type UserRow } from '@gatehouse/directory';
import { type ChildResourceDto, VisibleChildrenDto, VisibleChildrenQuery } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { toChild } from '../../resources/resource.mapper';
import { VisibleResources } from '../../snapshot/visible-resources';
import { Target } from '../../targets/path-targets';

/** Child resources that are examined unless the query says otherwise. */
const DEFAULT_LIMIT = 100;

/** The tree as a user sees it, one level at a time. Reference: permission-rules#visibility. */
@Controller('users/:user_name/resources/:resource_id/children')
export class VisibleChildrenController {
  constructor(
    private readonly resources: Resources,
    private readonly visible: VisibleResources,
  ) {}

  @Endpoint(Get(), {
    name: 'list_user_resource_children',
    summary: 'List the children of a service or resource that a user sees, page by page',
    access: 'owner',
    growth: { boundedBy: '1,000 children of one page' },
    success: { status: 200, detail: 'Children listed.', body: VisibleChildrenDto },
    protect: [{ param: 'resource_id', rule: 'visible' }],
  })
  async list(
    @Target('user_name') user: UserRow,
    @Target('resource_id') resource: LocatedResource,
    @Query() { limit = DEFAULT_LIMIT, after }: VisibleChildrenQuery,
    @FromScope() scope: RequestScope,
  ): Promise<VisibleChildrenDto> {
    const page = await this.resources.children(resource, after === undefined ? { limit } : { limit, after });
    const children: ChildResourceDto[] = [];
    for (const child of page)
      if (await this.visible.isVisible(user.id, child.id, scope)) children.push(toChild(child));
    return { children, next: page.length === limit ? (page.at(-1)?.id ?? null) : null };
  }
}

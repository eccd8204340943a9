import type {
  MatchedResource,
  RemoteResource,
  SynchronizationChange,
  SynchronizationJob,
  SynchronizationState,
} from '@gatehouse/ui-data';

/** A synchronization for tests: one that has ended and found nothing. */
export function aJob(of: Partial<SynchronizationJob> = {}): SynchronizationJob {
  return {
    synchronization_id: 7,
    service_sync_type: 'thredds',
    mode: 'suggest',
    state: 'succeeded',
    requested_by: 'admin',
    requested: '2026-11-22T08:00:00.000Z',
    started: '2026-11-22T08:00:01.000Z',
    finished: '2026-11-22T08:00:05.000Z',
    progress: { documents: 2, resources: 3, bytes: 4_000 },
    result: {
      complete: true,
      skipped: [],
      resources: 3,
      appeared: 0,
      vanished: 0,
      retitled: 0,
      renamed: 0,
      unusable: 0,
      created: 0,
      removed: 0,
      held: [],
    },
    failure: null,
    ...of,
  };
}

/** The state of a service that was read a moment ago. */
export function aState(of: Partial<SynchronizationState> = {}): SynchronizationState {
  return {
    service_sync_type: 'thredds',
    supported: true,
    mode: 'suggest',
    interval_minutes: null,
    depth: 3,
    last_synchronized: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    out_of_sync: false,
    credentials_origin: null,
    latest: aJob(),
    ...of,
  };
}

/** An open change: a file that is not registered. */
export function aChange(
  id: number,
  path: string,
  of: Partial<SynchronizationChange> = {},
): SynchronizationChange {
  const names = path.split('/');
  return {
    change_id: id,
    kind: 'appeared',
    path: names,
    resource_type: 'file',
    resource_display_name: names.at(-1) ?? '',
    resource_id: null,
    resources_below: 0,
    new_name: null,
    problem: null,
    state: 'open',
    decided_by: null,
    decided: null,
    ...of,
  };
}

/** A registered directory that the real service has as well. */
export function aMatched(id: number, name: string, of: Partial<MatchedResource> = {}): MatchedResource {
  return {
    resource_id: id,
    resource_name: name,
    resource_display_name: name,
    resource_type: 'directory',
    matches_remote: true,
    remote_id: id,
    has_children: false,
    ...of,
  };
}

/** A file of the real service that is not registered. */
export function aRemote(id: number, name: string, of: Partial<RemoteResource> = {}): RemoteResource {
  return {
    remote_id: id,
    resource_name: name,
    resource_display_name: name,
    resource_type: 'file',
    problem: null,
    has_children: false,
    ...of,
  };
}

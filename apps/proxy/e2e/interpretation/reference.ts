import { type Act, BEYOND, type Reached } from './acts';

/** A service with its permission assignments; paths begin with `s`, the service. */
export interface WrittenService {
  readonly name: string;
  readonly type: string;
  /** The type of each node by its path. */
  readonly nodes: Readonly<Record<string, string>>;
  /** All permissions of this type. */
  readonly permissions: readonly string[];
  readonly rules: readonly StoredAssignment[];
}

/** Of one user, or of the anonymous group. */
export interface StoredAssignment {
  readonly principal: 'member' | 'anonymous';
  readonly path: string;
  readonly name: string;
  readonly access: 'allow' | 'deny';
  readonly scope: 'match' | 'recursive';
}

export type Sender = 'anonymous' | 'member';

/** The last name of a path to an unknown resource. */
export const UNKNOWN = '?';

/** Permissions that are needed to read all data of a service. */
const DATA: Readonly<Record<string, readonly string[]>> = {
  geoserver: ['read', 'getcapabilities', 'getmap', 'getfeature'],
  thredds: ['browse', 'read'],
};

/**
 * Whether a sender has permission for an effect on a server: by the user's own nearest assignment, else by the nearest of
 * the anonymous group. Reference: permission-rules#effective-resolution, permission-rules#authority for effects without a permission.
 */
export function mayHave(service: WrittenService, sender: Sender, act: Act, isRead: boolean): boolean {
  if (act.operation === BEYOND) {
    // Where the permissions of a type do not cover all effects of its servers, the rest is reserved for administrators.
    const needed = DATA[service.type] ?? [];
    const all = service.type === 'thredds' ? needed : service.permissions;
    const names = isRead ? needed : all;
    return names.length > 0 && names.every((name) => everywhere(service, sender, name));
  }
  return reaches(service, sender, act.operation, act.reached);
}

function reaches(service: WrittenService, sender: Sender, name: string, reached: Reached): boolean {
  const allows = (path: readonly string[]) => decides(service, sender, name, path);
  switch (reached.kind) {
    case 'named':
      return readingsOf(service, reached.path).some(allows);
    case 'anyWorkspace':
      return workspacesOf(service).every((workspace) => allows([workspace, reached.name]));
    case 'group':
      // A documented limit: at the address of a workspace, only denials by assignments count for members of global groups.
      return reached.members.every(
        (path) =>
          allows(path) ||
          (reached.workspace !== undefined &&
            allows([reached.workspace, UNKNOWN]) &&
            !deniesBelow(service, sender, name, path)),
      );
    case 'process':
      return (
        allows(reached.workspace === undefined ? [UNKNOWN] : [reached.workspace, reached.name]) &&
        workspacesOf(service)
          .filter((workspace) => `s/${workspace}/${reached.name}`.toLowerCase() in service.nodes)
          .every((workspace) => allows([workspace, reached.name]))
      );
    case 'service':
      return allows([]) || allows([UNKNOWN]);
    case 'wholeWorkspace':
      return [UNKNOWN, ...namesIn(service, reached.name)].every((one) => allows([reached.name, one]));
    case 'everything':
      return everywhere(service, sender, name);
  }
}

/** THREDDS: the configuration may map a name with a suffix after `.nc` to that file. */
function readingsOf(service: WrittenService, path: readonly string[]): (readonly string[])[] {
  const last = path.at(-1) ?? '';
  const file = service.type === 'thredds' ? /^.*\.nc/.exec(last)?.[0] : undefined;
  const isFile = service.nodes[['s', ...path].join('/').toLowerCase()] === 'file';
  return [
    path,
    ...(file === undefined ? [] : [[...path.slice(0, -1), file]]),
    // Nothing exists below a file, and nothing is served there.
    ...(service.type === 'thredds' && isFile ? [[...path, UNKNOWN]] : []),
  ];
}

function namesIn({ nodes }: WrittenService, workspace: string): string[] {
  const above = `s/${workspace.toLowerCase()}/`;
  return Object.keys(nodes).flatMap((path) => (path.startsWith(above) ? [path.slice(above.length)] : []));
}

function workspacesOf({ nodes }: WrittenService): string[] {
  return Object.entries(nodes)
    .filter(([, type]) => type === 'workspace')
    .map(([path]) => path.slice(2));
}

/** Whether a sender has a permission on all of the service. */
export function everywhere(service: WrittenService, sender: Sender, name: string): boolean {
  return Object.keys(service.nodes).every((node) => {
    const path = node.split('/').slice(1);
    return (
      decides(service, sender, name, [...path, UNKNOWN]) &&
      // Where no assignment of that permission is possible, the permission does not apply.
      (path.length === 0 || decides(service, sender, name, path))
    );
  });
}

/**
 * Whether an assignment denies a permission to a sender on the resource at a path or anywhere below it, also for names that
 * have no resource. Reference: permission-rules#below.
 */
export function deniesBelow(
  service: WrittenService,
  sender: Sender,
  name: string,
  top: readonly string[],
): boolean {
  const above = ['s', ...top].join('/').toLowerCase();
  return Object.keys(service.nodes)
    .filter((node) => node === above || node.startsWith(`${above}/`))
    .map((node) => node.split('/').slice(1))
    .some((path) =>
      [path, [...path, UNKNOWN]].some((one) => decision(service, sender, name, one) === 'deny'),
    );
}

/** Whether a sender has a permission on the resource at a path, which begins below the service. */
export function decides(
  service: WrittenService,
  sender: Sender,
  name: string,
  path: readonly string[],
): boolean {
  return decision(service, sender, name, path) === 'allow';
}

/** What the assignment that decides says; undefined where there is none. */
function decision(
  service: WrittenService,
  sender: Sender,
  name: string,
  path: readonly string[],
): StoredAssignment['access'] | undefined {
  const known = ['s'];
  for (const segment of path) {
    const child = `${known.at(-1)}/${segment.toLowerCase()}`;
    if (segment.includes('/') || !(child in service.nodes)) break;
    known.push(child);
  }
  const isExact = known.length === path.length + 1;
  const nearest = (principal: StoredAssignment['principal']) =>
    [...known]
      .reverse()
      .flatMap((node, height) =>
        service.rules.filter(
          (rule) =>
            rule.principal === principal &&
            rule.path === node &&
            rule.name === name &&
            (rule.scope === 'recursive' || (height === 0 && isExact)),
        ),
      )[0]?.access;
  return (sender === 'member' ? nearest('member') : undefined) ?? nearest('anonymous');
}

import type { Context } from '../context';
import { command } from '../declaration/command';
import { choice, list, required, resource, text } from '../declaration/field';
import { type Column, type Row, column, computed } from '../declaration/shown';
import { recordIn, rowsIn } from '../connection/reply-fields';
import { UsageError } from '../failures';
import { shownText } from '../output/printable';
import { ACCESS, REASON, USER, principalText } from './fields';
import { holderOf } from './permissions';

const RESOURCE = required(
  resource('The resource or service: its identifier, or its path, such as thredds/ocean.'),
);
const PERMISSION = required(text('permission', 'Name of the permission, such as read.'));
/** Entries of one page of the access list. */
const PAGE = 1_000;

const RULES: readonly Column[] = [
  computed('', ({ used }) => (used === true ? '→' : '')),
  computed('ASSIGNMENT OF', ({ holder }) => principalText(holder)),
  column('ON', 'resource_name'),
  column('LEVELS ABOVE', 'distance', { isNumber: true }),
  ACCESS,
  column('SCOPE', 'scope'),
  column('BECAUSE', 'because'),
];

export const DECISION_COMMANDS = [
  command({
    name: 'explain',
    summary: 'Explain why a user or group is allowed something on a resource, or not.',
    needs: 'token',
    arguments: { permission: PERMISSION, resource_id: RESOURCE },
    options: {
      user_name: text('user', 'The user.', { long: 'user', completes: 'users' }),
      group_name: text('group', 'Members of this group who have no other permissions.', {
        long: 'group',
        completes: 'groups',
      }),
      token_id: text('token-id', 'What this token of the user is allowed.', { long: 'token' }),
    },
    run: explain,
    shows: { kind: 'own' },
    json: 'Reply<GET /users/{user_name}/resources/{resource_id}/permissions/explain> | Reply<GET /groups/{group_name}/resources/{resource_id}/permissions/explain>',
    examples: [
      {
        line: 'explain read thredds/ocean/2024 --user ada',
        does: 'With all assignments that were considered',
      },
      {
        line: 'explain read thredds/ocean --group hydrologists',
        does: 'For a member without other permissions',
      },
    ],
  }),
  command({
    name: 'check-request',
    summary: 'Explain what the proxy would do with a request, without sending it.',
    needs: 'token',
    arguments: {
      request: required(
        text('request', "Path below the proxy, method and URL ('GET thredds/…'), or a curl command."),
      ),
    },
    options: {
      user_name: text('user', 'Who sends it; without, somebody who is not signed in.', {
        long: 'user',
        completes: 'users',
      }),
      header: list('name: value', 'A header; can be repeated.', { short: 'H' }),
      body: text('text', 'The body.'),
    },
    run: checkRequest,
    shows: { kind: 'own' },
    json: 'Reply<POST /requests/evaluate>',
    examples: [
      {
        line: "check-request 'GET thredds/fileServer/ocean/sst.nc' --user ada",
        does: 'Forwarded or refused, and why',
      },
      {
        line: "check-request 'GET maps?service=WMS&request=GetMap&layers=roads' --json",
        does: 'For a script; exit code 2 if it is refused',
      },
    ],
  }),
  command({
    name: 'who-can',
    summary: 'List who is allowed something on a resource.',
    description: 'Of a group, what a member without other permissions is allowed.',
    needs: 'token',
    arguments: { permission: PERMISSION, resource_id: RESOURCE },
    options: {
      kind: choice(['user', 'group'], 'Only users or only groups.'),
      access: choice(['allow', 'deny'], 'allow by default.'),
      q: text('text', 'Only names that contain this text.', { long: 'name' }),
    },
    run: whoCan,
    shows: {
      kind: 'list',
      in: 'entries',
      columns: [
        computed('WHO', ({ user_name, group_name }) =>
          user_name === undefined ? `group ${group_name}` : `user ${user_name}`,
        ),
        column('PERMISSION', 'permission_name'),
        ofMember(ACCESS),
        ofMember(REASON),
      ],
      empty: 'Nobody.',
    },
    json: 'Reply<GET /resources/{resource_id}/access>',
    examples: [{ line: 'who-can read thredds/ocean --kind user', does: 'All users who may read it' }],
  }),
  command({
    name: 'what-can',
    summary: 'List what a user is allowed and denied, by resource.',
    description: 'Recursive permissions hold for everything below, unless a line for it says otherwise.',
    needs: 'token',
    arguments: { user_name: USER },
    options: { type: text('types', 'Only services of these types, separated by commas.') },
    run: whatCan,
    shows: {
      kind: 'list',
      in: 'permissions',
      columns: [
        column('PATH', 'path'),
        column('PERMISSION', 'name'),
        ACCESS,
        column('SCOPE', 'scope'),
        { ...REASON, isDetail: true },
        column('ID', 'resource_id', { isNumber: true }),
      ],
      empty: 'Nothing.',
    },
    json: '{ permissions: (PermissionEntryDto & { path: string, resource_id: number })[] }',
    examples: [{ line: 'what-can ada --type thredds', does: 'With the permissions of the groups of ada' }],
  }),
];

/** Entries about groups are listed by what their members may do, to which the groups of everybody contribute, too. */
function ofMember({ value, colour, ...column }: Column): Column {
  const decisionOf = (row: Row): Row => (row['member'] as Row | undefined) ?? row;
  return {
    ...column,
    value: (row) => value(decisionOf(row)),
    ...(colour && { colour: (row) => colour(decisionOf(row)) }),
  };
}

async function explain(context: Context, values: Row): Promise<void> {
  const api = await context.api();
  const { permission, token_id } = values;
  const { user_name, group_name } = holderOf(values);
  const resource_id = await api.resource(String(values['resource_id']));
  if (user_name === undefined && token_id !== undefined) throw new UsageError('--token is about a user.');
  const reply =
    user_name === undefined
      ? await api.send('GET /groups/{group_name}/resources/{resource_id}/permissions/explain', {
          path: { group_name: String(group_name), resource_id },
          query: { permission },
        })
      : await api.send('GET /users/{user_name}/resources/{resource_id}/permissions/explain', {
          path: { user_name, resource_id },
          query: { permission, token_id },
        });
  const { output } = context;
  if (output.format === 'json') return output.json(reply);
  const rules = rowsIn(reply, 'rules');
  if (output.format === 'csv') return output.rows(rules, RULES.slice(1));
  const isAllowed = reply['access'] === 'allow';
  const verdict = output.paint(isAllowed ? 'green' : 'red', isAllowed ? 'allowed' : 'denied');
  output.line(
    `${shownText(permission)} is ${verdict}, because of ${shownText(principalText(reply['reason']))}.`,
  );
  const everywhere = reply['everywhere'] as Row | undefined;
  if (everywhere)
    output.line(`Everywhere in the service: ${everywhere['granted'] ? 'allowed' : 'not allowed'}.`);
  const restriction = reply['restriction'] as Row | undefined;
  if (restriction) output.line(`The restriction of the token is ${restriction['met'] ? 'met' : 'not met'}.`);
  output.line('');
  await output.rows(rules, RULES, 'No assignment was considered.');
}

/** `GET maps?…` and `curl …` are requests, as a path alone is. */
function requestIn(text: string): Row {
  if (/^curl\s/.test(text)) return { curl: text };
  const [, method, url] = /^([A-Z]+)\s+(\S.*)$/s.exec(text) ?? [];
  return { method: method ?? 'GET', url: (url ?? text).replace(/^\/+/, '') };
}

function headersIn(lines: readonly string[]): Row[] {
  return lines.map((line) => {
    const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new UsageError(`'${line}' is not a header: 'name: value'.`);
    return { name, value };
  });
}

async function checkRequest(context: Context, values: Row): Promise<void> {
  const api = await context.api();
  const { request, user_name, body } = values;
  const headers = headersIn((values['header'] ?? []) as readonly string[]);
  const sent = { ...requestIn(String(request)), user_name, body, ...(headers.length > 0 ? { headers } : {}) };
  const reply = await api.send('POST /requests/evaluate', { body: sent });
  const evaluation = recordIn(reply, 'evaluation');
  const { output } = context;
  const {
    outcome,
    status,
    error_code: code,
    error_detail: detail,
    reason,
    permission_name: permission,
  } = evaluation;
  if (outcome === 'refused') context.exitCode = 2;
  if (output.format === 'json') return output.json(reply);
  const colour = outcome === 'refused' ? 'red' : 'green';
  const line = `The request is ${output.paint(colour, shownText(outcome))}`;
  output.line(
    outcome === 'refused'
      ? `${line} with ${shownText(status)}: ${shownText(detail)} (${shownText(code)})`
      : `${line}.`,
  );
  if (reason !== null)
    output.line(`Permission ${shownText(permission)}, because of ${shownText(principalText(reason))}.`);
  const reading = evaluation['reading'] as Row | undefined;
  if (reading && reading['explanation'] !== null) output.line(shownText(reading['explanation']));
  const needs = evaluation['needs'] as Row | undefined;
  if (!needs) return;
  if (needs['administrator'] === true) output.line('It needs an administrator.');
  const permissions = (needs['permissions'] ?? []) as readonly Row[];
  if (permissions.length > 0) output.line('');
  await output.rows(permissions.flatMap(needsOf), NEEDS, '');
}

const NEEDS: readonly Column[] = [
  column('NEEDS', 'permission_name'),
  column('ON', 'on'),
  column('MET', 'met', { colour: ({ met }) => (met ? 'good' : 'bad') }),
  REASON,
];

function needsOf({ permission_name, everywhere, met, resources }: Row): Row[] {
  if (everywhere === true) return [{ permission_name, on: 'everything in the service', met, reason: null }];
  return ((resources ?? []) as readonly Row[]).map(({ resource_path: path, access, reason }) => ({
    permission_name,
    on: Array.isArray(path) ? path.join('/') : path,
    met: access === 'allow',
    reason,
  }));
}

async function whoCan(context: Context, values: Row): Promise<Row> {
  const api = await context.api();
  const { permission, kind, access = 'allow', q } = values;
  const resource_id = await api.resource(String(values['resource_id']));
  const entries: Row[] = [];
  for (;;) {
    const query = { permission, kind, access, q, by_member: true, limit: PAGE, offset: entries.length };
    const reply = await api.send('GET /resources/{resource_id}/access', { path: { resource_id }, query });
    const page = rowsIn(reply, 'entries');
    entries.push(...page);
    if (page.length === 0 || entries.length >= Number(reply['total']))
      return { ...reply, offset: 0, entries };
  }
}

async function whatCan(context: Context, { user_name, type }: Row): Promise<Row> {
  const api = await context.api();
  const reply = await api.send('GET /users/{user_name}/resources', {
    path: { user_name: String(user_name) },
    query: { inherited: true, resolve: true, filtered: true, type },
  });
  const services = Object.values(recordIn(reply, 'resources')).flatMap((byName) =>
    Object.values(byName as Row),
  );
  const permissions: Row[] = [];
  const open = (services as Row[]).map((row) => ({ row, path: String(row['service_name']) })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { row, path } = next;
    for (const entry of rowsIn(row, 'permissions'))
      permissions.push({ path, resource_id: row['resource_id'], ...entry });
    const below = Object.values((row['resources'] ?? row['children'] ?? {}) as Row) as Row[];
    open.push(...below.map((child) => ({ row: child, path: `${path}/${child['resource_name']}` })).reverse());
  }
  return { permissions };
}

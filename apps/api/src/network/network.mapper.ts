import { NODE_TABLE, changeOf, settableOf, shownAs } from '@gatehouse/directory';
import type {
  CreateNodeDto,
  ListedNodeDto,
  NodeReplyDto,
  NodeStateDto,
  RemoteUserDto,
  UpdateNodeDto,
} from '@gatehouse/dto';
import type { NodeWithState, ListedRemoteUser, NodeChange, NodeValues } from '@gatehouse/network';
import { problem } from '@gatehouse/problems';

export const toNode: (node: NodeWithState) => NodeReplyDto = shownAs(NODE_TABLE, ['public', 'list']);
const toPublicNode = shownAs(NODE_TABLE, ['public']);

/** Administrators see all fields. */
export function toListedNode(node: NodeWithState, isAdministrator: boolean): ListedNodeDto {
  return isAdministrator ? toNode(node) : toPublicNode(node);
}

export function toNodeState(node: NodeWithState): NodeStateDto {
  const { name, condition, detail, checkedAt, isGatehouse } = node;
  return {
    name,
    condition: condition ?? 'not_checked',
    detail,
    checked: checkedAt?.toISOString() ?? null,
    gatehouse: isGatehouse,
  };
}

export function toRemoteUser({ userName, name, nodeName }: ListedRemoteUser): RemoteUserDto {
  return { user_name: userName ?? '', remote_user_name: name, node_name: nodeName };
}

export function toNodeValues(body: CreateNodeDto): NodeValues {
  return { ...settableOf(NODE_TABLE, body), redirectUris: redirectUrisOf(body.redirect_uris) ?? [] };
}

export function toNodeChange(body: UpdateNodeDto): NodeChange {
  return { ...changeOf(NODE_TABLE, body), redirectUris: redirectUrisOf(body.redirect_uris) };
}

const MAX_REDIRECT_URIS = 20;

/** A list, or a text with one in JSON. Throws `network_redirect_uris_invalid`. */
function redirectUrisOf(input: unknown): string[] | undefined {
  if (input === undefined || input === null) return undefined;
  const list: unknown = typeof input === 'string' ? parsed(input) : input;
  const isList = Array.isArray(list) && list.length <= MAX_REDIRECT_URIS;
  if (isList && list.every((uri): uri is string => typeof uri === 'string')) return list;
  const call = { exception: 'InvalidList', error: 'not_a_list_of_urls', content: null };
  const param = { name: 'redirect_uris', value: input, conditions: { is_type: false } };
  throw problem('network_redirect_uris_invalid', {}, { call, param });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

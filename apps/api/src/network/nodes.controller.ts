import { Body, Controller, Delete, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { RECORDED } from '@gatehouse/directory';
import { CreateNodeDto, NodeReplyDto, NodeStateReplyDto, NodesReplyDto, UpdateNodeDto } from '@gatehouse/dto';
import { type Caller, type DeclaredError, Endpoint, FromCaller, withStatus } from '@gatehouse/http';
import type { NodeWithState } from '@gatehouse/network';
import { Target } from '../targets/path-targets';
import { NetworkMode, NetworkModeGuard } from './network-mode';
import { toListedNode, toNode, toNodeChange, toNodeState, toNodeValues } from './network.mapper';

const VALUE_ERRORS: readonly DeclaredError[] = [
  ...withStatus(400, 'network_node_name_invalid', 'value_too_long'),
  'network_node_value_invalid',
  'network_redirect_uris_invalid',
  'network_node_target_refused',
  'network_node_name_taken',
  'user_name_taken',
  'user_email_taken',
  'group_name_taken',
];

/** The other instances. Reference: network-protocol#nodes. */
@Controller('network/nodes')
@UseGuards(NetworkModeGuard)
export class NodesController {
  constructor(private readonly mode: NetworkMode) {}

  @Endpoint(Get(), {
    name: 'list_network_nodes',
    summary: 'List the other instances',
    access: 'authenticated',
    growth: { boundedBy: 'the nodes of the network' },
    success: { status: 200, detail: 'Nodes listed.', body: NodesReplyDto },
    errors: ['network_disabled'],
  })
  async list(@FromCaller() caller: Caller): Promise<NodesReplyDto> {
    const isAdministrator = caller.kind === 'user' && caller.isAdministrator;
    const nodes = await this.mode.get().nodes.list();
    return { nodes: nodes.map((node) => toListedNode(node, isAdministrator)) };
  }

  @Endpoint(Post(), {
    name: 'create_network_node',
    summary: 'Register another instance',
    access: 'administrator',
    success: { status: 201, detail: 'Node registered.' },
    errors: ['network_disabled', ...VALUE_ERRORS],
  })
  async create(@Body() body: CreateNodeDto): Promise<void> {
    await this.mode.get().nodes.create(toNodeValues(body));
  }

  @Endpoint(Get(':node_name'), {
    name: 'get_network_node',
    summary: 'Read another instance',
    access: 'administrator',
    growth: { boundedBy: '20 addresses of one node' },
    success: { status: 200, detail: 'Node found.', body: NodeReplyDto },
  })
  get(@Target('node_name') node: NodeWithState): NodeReplyDto {
    return toNode(node);
  }

  @Endpoint(Patch(':node_name'), {
    name: 'update_network_node',
    summary: 'Change another instance',
    access: 'administrator',
    success: { status: 200, detail: 'Node changed.' },
    errors: ['network_node_unchanged', ...VALUE_ERRORS],
    ifMatch: [RECORDED.networkNode],
  })
  async update(@Target('node_name') node: NodeWithState, @Body() body: UpdateNodeDto): Promise<void> {
    await this.mode.get().nodes.update(node, toNodeChange(body));
  }

  @Endpoint(Delete(':node_name'), {
    name: 'delete_network_node',
    summary: 'Delete another instance, with its users here and their tokens',
    access: 'administrator',
    success: { status: 200, detail: 'Node deleted.' },
  })
  async delete(@Target('node_name') node: NodeWithState): Promise<void> {
    await this.mode.get().nodes.delete(node);
  }

  @Endpoint(Get(':node_name/state'), {
    name: 'get_network_node_state',
    summary: 'Read what the last check of another instance has found',
    access: 'administrator',
    success: { status: 200, detail: 'State found.', body: NodeStateReplyDto },
  })
  state(@Target('node_name') node: NodeWithState): NodeStateReplyDto {
    return { state: toNodeState(node) };
  }

  @Endpoint(Post(':node_name/state'), {
    name: 'check_network_node',
    summary: 'Check the connection with another instance now',
    access: 'administrator',
    success: { status: 200, detail: 'Node checked.', body: NodeStateReplyDto },
  })
  async check(@Target('node_name') node: NodeWithState): Promise<NodeStateReplyDto> {
    const { probe, nodes } = this.mode.get();
    await probe.check(node);
    return { state: toNodeState(await nodes.byName(node.name)) };
  }
}

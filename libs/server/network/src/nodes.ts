import { isDeepStrictEqual } from 'node:util';
import type { NetworkNode, UnitOfWork } from '@gatehouse/database';
import { NODE_TABLE, type NetworkPrincipals, withDefaults } from '@gatehouse/directory';
import { type OutgoingTargets, TargetRefused } from '@gatehouse/outgoing';
import { type Problem, conflictParam, problem } from '@gatehouse/problems';
import { type NodeWithState, type NodeChange, type NodeValues, MAX_URL_LENGTH } from './node';
import type { NodeRepository } from './node-repository';

interface Dependencies {
  readonly nodes: NodeRepository;
  readonly principals: NetworkPrincipals;
  readonly targets: Pick<OutgoingTargets, 'check'>;
  /** This instance, which is no node of its own. */
  readonly instanceName: string;
  readonly unitOfWork: UnitOfWork;
}

/** The other instances, with the users and groups that exist because of them. Reference: network-protocol#nodes. */
export class Nodes {
  constructor(private readonly dependencies: Dependencies) {}

  /** Sorted by name. */
  list(): Promise<NodeWithState[]> {
    return this.dependencies.nodes.list();
  }

  /** Throws `network_node_not_found`. */
  async byName(name: string): Promise<NodeWithState> {
    const node = await this.dependencies.nodes.findByName(name);
    if (!node) throw nodeNotFound(name);
    return node;
  }

  /** Throws `network_node_name_taken`, or the error of a value that a node cannot have. */
  async create(values: NodeValues): Promise<void> {
    this.check(values);
    const { nodes, principals, unitOfWork } = this.dependencies;
    await unitOfWork.run(async () => {
      if (await nodes.findByName(values.name)) throw nameTaken(values.name);
      const created = await principals.complete(values.name, { userId: null, groupId: null });
      await nodes.insert({ ...values, ...created });
    });
  }

  /** Throws `network_node_unchanged`, `network_node_name_taken`, or the error of a value that a node cannot have. */
  async update({ id, name: oldName }: NodeWithState, input: NodeChange): Promise<void> {
    const change = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    ) as Partial<NodeValues>;
    if (Object.keys(change).length === 0) throw problem('network_node_unchanged');
    this.check(change);
    const { nodes, principals, unitOfWork } = this.dependencies;
    await unitOfWork.run(async () => {
      const stored = await nodes.findById(id);
      if (stored?.name !== oldName) throw nodeNotFound(oldName);
      const { name } = change;
      if (name !== undefined) {
        // Its own name as well, as existing clients know it.
        if (await nodes.findByName(name)) throw nameTaken(name);
        await principals.rename(stored, name);
      }
      await nodes.update(id, change as Partial<NetworkNode>);
      await nodes.forgetState(id);
    });
  }

  /**
   * Creates and changes nodes, so that they are those of configuration files; others are kept. Writes nothing if they are so.
   * Several processes may do so concurrently. Throws what {@link create} throws, and nothing for values that {@link check} allows
   * but the name of a user or group that exists.
   */
  async applyAll(all: readonly NodeValues[]): Promise<void> {
    const { nodes, principals, unitOfWork } = this.dependencies;
    if ((await this.differing(all)).length === 0) return;
    await unitOfWork.run(async () => {
      for (const values of await this.differing(all)) {
        const stored = await nodes.findByName(values.name);
        if (stored) {
          await nodes.update(stored.id, values as Partial<NetworkNode>);
          await nodes.forgetState(stored.id);
        } else {
          const created = await principals.complete(values.name, { userId: null, groupId: null });
          await nodes.insert({ ...values, ...created });
        }
      }
    });
  }

  private async differing(all: readonly NodeValues[]): Promise<NodeValues[]> {
    const stored = new Map((await this.list()).map((node) => [node.name, withDefaults(NODE_TABLE, node)]));
    return all.filter((values) => !isDeepStrictEqual(stored.get(values.name), values));
  }

  /** Deletes a node with its user and group, its remote users and their tokens, and the sessions that these opened. */
  async delete({ id, name }: NodeWithState): Promise<void> {
    const { nodes, principals, unitOfWork } = this.dependencies;
    await unitOfWork.run(async () => {
      const stored = await nodes.findById(id);
      if (stored?.name !== name) throw nodeNotFound(name);
      // The sessions of its tokens end with it.
      await nodes.delete(id);
      await principals.delete(stored);
    });
  }

  /** Inside a unit of work: the user of a node, which is created again if it was deleted while network mode was off. */
  async userOf(node: NodeWithState): Promise<number> {
    if (node.userId !== null && node.groupId !== null) return node.userId;
    const completed = await this.dependencies.principals.complete(node.name, node);
    await this.dependencies.nodes.update(node.id, completed);
    return completed.userId;
  }

  /** Throws the error of a value that a node cannot have. */
  check(values: Partial<NodeValues>): void {
    const { name, redirectUris = [] } = values;
    const wrongName = name === undefined ? undefined : this.dependencies.principals.nameError(name);
    if (wrongName) throw wrongName;
    if (name === this.dependencies.instanceName) throw nameTaken(name);
    for (const [field, key] of ADDRESSES) checkUrl(field, values[key]);
    for (const [field, key] of REQUESTED) this.checkTarget(field, values[key]);
    for (const uri of redirectUris) checkUrl('redirect_uris', uri);
  }

  /** An address that no request may be sent to is refused immediately, as far as it can be determined without resolving names. */
  private checkTarget(field: string, url: string | undefined): void {
    if (url === undefined) return;
    try {
      this.dependencies.targets.check(url);
    } catch (error) {
      if (!(error instanceof TargetRefused)) throw error;
      const param = { name: field, value: url, conditions: { is_true: false } };
      throw problem('network_node_target_refused', { field, reason: error.reason }, { param });
    }
  }
}

const ADDRESSES = [
  ['base_url', 'baseUrl'],
  ['jwks_url', 'jwksUrl'],
  ['token_url', 'tokenUrl'],
  ['authorization_url', 'authorizationUrl'],
] as const;
/** Those that this instance sends requests to. */
const REQUESTED = [
  ['jwks_url', 'jwksUrl'],
  ['token_url', 'tokenUrl'],
] as const;

function checkUrl(field: string, text: string | undefined): void {
  if (text === undefined || isUsable(text)) return;
  const param = { name: field, value: text.slice(0, MAX_URL_LENGTH), conditions: { matches: false } };
  throw problem('network_node_value_invalid', { field }, { param });
}

function isUsable(text: string): boolean {
  // Parsers drop some of these characters.
  if (text.length > MAX_URL_LENGTH || !/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) {
    return false;
  }
  const { username, password, hash } = new URL(text);
  return username === '' && password === '' && hash === '';
}

function nodeNotFound(name: string): Problem {
  return problem(
    'network_node_not_found',
    {},
    { call: { exception: 'NodeNotFound', error: 'not_found', content: { node_name: name } } },
  );
}

function nameTaken(name: string): Problem {
  return problem('network_node_name_taken', {}, conflictParam('name', name));
}

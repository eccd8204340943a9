import { NetworkNode, type NodeCondition, type UnitOfWork } from '@gatehouse/database';
import { NODE_TABLE, selection } from '@gatehouse/directory';
import type { NodeWithState, NodeValues } from './node';

/** The SQL of `network_nodes` and `network_node_states`. Writes of nodes must be inside a unit of work. */
export class NodeRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Sorted by name. */
  list(): Promise<NodeWithState[]> {
    return this.unitOfWork.manager.query(`${SELECT} ORDER BY n.name COLLATE "C"`);
  }

  async findByName(name: string): Promise<NodeWithState | undefined> {
    const rows = await this.unitOfWork.manager.query<NodeWithState[]>(`${SELECT} WHERE n.name = $1`, [name]);
    return rows[0];
  }

  async findById(id: number): Promise<NodeWithState | undefined> {
    const rows = await this.unitOfWork.manager.query<NodeWithState[]>(`${SELECT} WHERE n.id = $1`, [id]);
    return rows[0];
  }

  async insert(values: NodeValues & { readonly userId: number; readonly groupId: number }): Promise<void> {
    await this.unitOfWork.manager.insert(NetworkNode, values);
  }

  async update(id: number, change: Partial<NetworkNode>): Promise<void> {
    await this.unitOfWork.manager.update(NetworkNode, { id }, change);
  }

  async delete(id: number): Promise<void> {
    await this.unitOfWork.manager.delete(NetworkNode, { id });
    await this.unitOfWork.removal.removeFirst();
  }

  /** Notes that the key set of a node has announced Gatehouse. */
  async noteGatehouse(nodeId: number): Promise<void> {
    await this.unitOfWork.manager.query(
      `INSERT INTO network_node_states (node_id, is_gatehouse)
         SELECT id, true FROM network_nodes WHERE id = $1
       ON CONFLICT (node_id) DO UPDATE SET is_gatehouse = true`,
      [nodeId],
    );
  }

  async noteCondition(nodeId: number, condition: NodeCondition, detail: string | null): Promise<void> {
    await this.unitOfWork.manager.query(
      `INSERT INTO network_node_states (node_id, condition, detail, checked_at)
         SELECT id, $2, $3, clock_timestamp() FROM network_nodes WHERE id = $1
       ON CONFLICT (node_id) DO UPDATE
         SET condition = excluded.condition, detail = excluded.detail, checked_at = excluded.checked_at`,
      [nodeId, condition, detail],
    );
  }

  /** After its addresses or its name have changed. */
  async forgetState(nodeId: number): Promise<void> {
    await this.unitOfWork.manager.query('DELETE FROM network_node_states WHERE node_id = $1', [nodeId]);
  }
}

const SELECT = `SELECT ${selection(NODE_TABLE, { from: 'n' })}, coalesce(s.is_gatehouse, false) AS "isGatehouse",
    s.condition, s.detail, s.checked_at AS "checkedAt"
  FROM network_nodes n LEFT JOIN network_node_states s ON s.node_id = n.id`;

/**
 * Settings that override the cluster's postgresql.conf; they are passed on the command line of the server.
 *
 * - No network: the only access is the socket, in a folder that only the account (and root) can enter.
 * - An acknowledged commit is on the disk, so that `kill -9` and power failures lose nothing.
 * - The log is written to the open file, in English, with times that are comparable with those of Gatehouse.
 *
 * @param socketFolder an absolute path
 */
export function fixedSettings(socketFolder: string): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    ssl: 'off',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_timezone: 'UTC',
    lc_messages: 'C',
  };
}

/**
 * Settings for a small machine that only runs Gatehouse, written to postgresql.conf when the cluster is created, where
 * an operator may change them.
 *
 * - `max_connections`: API and proxy hold pools of about 20 each and a connection that listens; the rest is spare.
 * - `shared_buffers`: the whole database of a usual installation; memory is allocated only when used.
 * - `effective_cache_size`: a hint for the planner, not an allocation.
 * - `io_method`, the workers: mostly small queries do not benefit from worker processes, which need memory. Parallel
 *   queries would also need shared memory, of which containers have 64 MB.
 * - `jit` is not part of the shipped programs.
 * - `wal_level`, `max_wal_senders`, `max_logical_replication_workers`: there are no replicas (no network), so that the log need not support them.
 * - `max_wal_size`: limits the disk space of the log, and the time of recovery after a kill.
 * - `timezone`, `datestyle`: times have the form of the interface, independent of the machine.
 * - `log_checkpoints`, `log_line_prefix`: the log is read by administrators after failures.
 */
export const initialSettings: Record<string, string> = {
  max_connections: '80',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '256MB',
  timezone: 'UTC',
  datestyle: 'iso, ymd',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

/** Settings as arguments of `postgres` (`-c name=value`) or of `initdb` (`--set name=value`). */
export function asArguments(flag: '-c' | '--set', settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [flag, `${name}=${value}`]);
}

/**
 * Settings that must hold whatever the cluster's postgresql.conf says; they are given on the command line of the server.
 *
 * - No network: the one way in is the socket, in a folder that only the account (and root) can enter.
 * - An acknowledged commit is on the disk; this is what makes `kill -9` and power failures harmless.
 * - The log goes to the file we opened, in English, with times that can be compared with ours.
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
 * Settings for a small machine that serves this product alone, written to postgresql.conf when the cluster is made, where
 * an operator may change them.
 *
 * - `max_connections`: API and proxy hold pools of about 20 each and a connection that listens; the rest is reserve.
 * - `shared_buffers`: the whole database of an installation of usual size; memory is taken only as it is used.
 * - `effective_cache_size`: a hint for the planner, not an allocation.
 * - `io_method`, the workers: one cluster of mostly small queries gains nothing from helpers that take memory. Parallel
 *   queries would need shared memory besides, of which containers give 64 MB.
 * - `jit` is not part of the shipped programs.
 * - `wal_level`, `max_wal_senders`, `max_logical_replication_workers`: no replica can follow (there is no network), so the log need not carry for one.
 * - `max_wal_size`: bounds the disk used besides the data, and the time of recovery after a kill.
 * - `timezone`, `datestyle`: sessions see times as the interface gives them, wherever the machine stands.
 * - `log_checkpoints`, `log_line_prefix`: the log is read by people, after something went wrong.
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

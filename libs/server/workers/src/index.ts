export { reportConnections } from './database-connections';
export { prolongStart } from './prolonged-start';
export {
  type RunningService,
  isFirstOfStart,
  isWorker,
  runWorkers,
  shareOf,
  workerCount,
} from './run-workers';
export { WorkerFailed } from './supervisor';
export { answerAs, gather } from './gather';

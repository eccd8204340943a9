export { reportConnections } from './database-connections';
export { prolongStart } from './prolonged-start';
export {
  type RunningService,
  isFirstWorker,
  isWorker,
  runWorkers,
  shareOf,
  workerCount,
} from './run-workers';
export { answerAs, gather } from './gather';

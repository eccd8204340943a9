export {
  type RunningService,
  type WorkersOptions,
  isWorker,
  runWorkers,
  shareOf,
  workerCount,
} from './run-workers';
export { answerAs, gather } from './gather';

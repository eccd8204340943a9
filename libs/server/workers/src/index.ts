export { type RunningService, isWorker, runWorkers, shareOf, workerCount } from './run-workers';
export { WorkerFailed } from './supervisor';
export { answerAs, gather } from './gather';

export { type RunningService, type WorkersOptions, isWorker, runWorkers, workerCount } from './run-workers';
export { answerAs, gather } from './gather';

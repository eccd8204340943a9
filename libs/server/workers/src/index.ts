export { type RunningService, isWorker, runWorkers, shareOf, workerCount } from './run-workers';
export { answerAs, gather } from './gather';

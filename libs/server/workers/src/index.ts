export { mostConnections, reportConnections } from './database-connections';
export { isFirstOfStart, readOncePerStart } from './once-per-start';
export { prolongStart } from './prolonged-start';
export { type RunningService, isWorker, runWorkers, shareOf, workerCount } from './run-workers';
export { WorkerFailed } from './supervisor';
export { answerAs, gather } from './gather';

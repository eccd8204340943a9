/** Loaded only when a start has failed. */
export { startProblem } from '@gatehouse/database';

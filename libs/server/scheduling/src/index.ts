export { FairScheduler } from './fair-scheduler';

export * from './service-type';
export * from './catalogue';
export * from './sync-types';
export * from './request';
export * from './reading';
export * from './grammar/context';
export * from './pattern-engine';
export * from './pattern-list';
export { type Pair, pairSteps, readPairs } from './grammar/pairs';

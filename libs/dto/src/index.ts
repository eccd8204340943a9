export * from './patterns';
export * from './field';

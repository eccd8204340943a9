export * from './hook';
export * from './hook-match';
export * from './hook-pattern';
export * from './reserved-headers';
export * from './service-options';
export * from './template';

export * from './service-type';
export * from './catalogue';

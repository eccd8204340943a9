export * from './about.dto';
export * from './field';
export * from './group.dto';
export * from './patterns';
export * from './reply.dto';
export * from './session.dto';
export * from './user.dto';

export { visibleText } from './find';
export { render, Rendered } from './rendered';

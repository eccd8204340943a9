export { isCertainlyText } from './certain-text';
export { NotPlain, type Pair, type ValueMaker, readPlain } from './read-plain';

export { patternEngine } from './pattern-engine';

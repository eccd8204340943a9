export { type WorkedExample, nameOf, nodesOf, parentOf, rulesOf, workedExamples } from './worked-examples';

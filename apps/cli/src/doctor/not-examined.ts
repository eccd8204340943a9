/** Why something cannot be examined here, such as a right that is missing. */
export class NotExamined extends Error {
  override readonly name = 'NotExamined';
}

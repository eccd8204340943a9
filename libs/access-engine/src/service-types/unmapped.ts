import type { RequestMapping } from './service-type';

/**
 * The mapping of types whose requests Gatehouse does not understand yet: every request to them is refused, to
 * administrators as well, because allowing without knowing what is asked for would be a guess. Their trees, rules and
 * effective permissions work like those of any other type.
 */
export const refuseEveryRequest: RequestMapping = () => undefined;

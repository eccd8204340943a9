export const level = 3;

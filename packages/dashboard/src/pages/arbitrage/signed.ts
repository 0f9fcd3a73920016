import type { Numbers } from '../../formats/numbers.js'

/** What is left, with its sign: the minus of the number itself, or a plus. */
export const signed = ({ difference }: Numbers, money: number): string =>
  money > 0 ? `+${difference(money)}` : difference(money)

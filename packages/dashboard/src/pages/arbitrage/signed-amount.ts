import type { Numbers } from '../../formats/numbers.js'

export const signedAmount = ({ difference }: Numbers, money: number): string =>
  money > 0 ? `+${difference(money)}` : difference(money)

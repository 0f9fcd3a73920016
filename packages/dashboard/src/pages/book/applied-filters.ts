/** Filters on ads, in addition to one payment method. The text values are as in the URL; empty means no filter. */
export type AppliedFilters = {
  readonly merchants: boolean
  /** More ways to pay that would do, separated by commas. */
  readonly also: string
  /** Ways to pay that do not count, separated by commas. */
  readonly without: string
  /** The least number of completed orders. */
  readonly orders: string
  /** The least percent of orders completed. */
  readonly completion: string
}

export function filtersQuery(method: string, { merchants, also, without, orders, completion }: AppliedFilters) {
  const methods = [method, also].filter((names) => names !== '').join(',')
  return {
    ...(methods !== '' && { payment_method: methods }),
    ...(without !== '' && { exclude_method: without }),
    ...(merchants && { merchant: true }),
    ...(orders !== '' && { min_orders: Number(orders) }),
    ...(completion !== '' && { min_completion_pct: Number(completion) }),
  }
}

export const noFilters: AppliedFilters = { merchants: false, also: '', without: '', orders: '', completion: '' }

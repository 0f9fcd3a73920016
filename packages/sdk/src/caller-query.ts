import type { Profile, RatesQuery } from '@p2p-rates/contract'

/** A profile as parameters. A question that names exchanges is about these, whether or not the caller has an account. */
export const callerQuery = (me: Partial<Profile> = {}, question: object = {}): RatesQuery => ({
  ...(me.orders !== undefined && { my_orders: me.orders }),
  ...(me.completion_pct !== undefined && { my_completion_pct: me.completion_pct }),
  ...(me.account_days !== undefined && { my_account_days: me.account_days }),
  ...(me.verified !== undefined && { my_verified: me.verified }),
  ...(me.exchanges != null && !namesExchange(question) && { my_exchanges: me.exchanges }),
  ...(me.methods != null && { my_methods: me.methods }),
})

const namesExchange = ({
  exchange,
  exchanges,
}: {
  readonly exchange?: unknown
  readonly exchanges?: unknown
}): boolean => exchanges !== undefined || (exchange !== undefined && exchange !== 'all')

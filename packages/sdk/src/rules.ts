import type { NewRule, PriceRule, RuleChange, RuleList, RulePrice } from '@p2p-rates/contract'
import type { APIPromise } from './api-promise.js'
import type { RequestOptions } from './options.js'
import type { TypedSend } from './send.js'

/** Prices by rule: saved formulas, whose last good value is remembered. */
export type Rules = {
  /** All of the account, the oldest first. */
  list(options?: RequestOptions): APIPromise<RuleList>
  /**
   * Saves a formula. `formula` prices it without saving, `formulaPreview` follows it through the last seven days.
   *
   * @example
   * const { id } = await p2p.rules.create({ name: 'Desk', base: 'median', offset_pct: 1.5, step: 0.05, last_good_seconds: 3600 })
   */
  create(rule: NewRule, options?: RequestOptions): APIPromise<PriceRule>
  get(id: string, options?: RequestOptions): APIPromise<PriceRule>
  /** Change only the given fields; null clears a field. A change of the formula discards the last good value. */
  update(id: string, change: RuleChange, options?: RequestOptions): APIPromise<PriceRule>
  delete(id: string, options?: RequestOptions): APIPromise<void>
  /**
   * Current price of the rule. Without a market price it is the last good value, up to the age that the rule allows.
   * Then `stale_since` is set.
   *
   * @example
   * const { value, stale_since, explanation } = await p2p.rules.price(id)
   * console.log(value ?? 'no price', stale_since === null ? 'fresh' : `as of ${stale_since}`, explanation)
   */
  price(id: string, options?: RequestOptions): APIPromise<RulePrice>
}

export const createRules = (send: TypedSend): Rules => ({
  list: (options) => send('GET', '/rules', {}, options),
  create: (body, options) => send('POST', '/rules', { body }, options),
  get: (id, options) => send('GET', '/rules/{id}', { params: { id } }, options),
  update: (id, body, options) => send('PATCH', '/rules/{id}', { params: { id }, body }, options),
  delete: (id, options) => send('DELETE', '/rules/{id}', { params: { id } }, options),
  price: (id, options) => send('GET', '/rules/{id}/price', { params: { id } }, options),
})

import type { StatusSample } from '../uptime-store.js'

/** A look at a source that is doing well, but for what a test says of it. */
export const aGlance = (changed: Partial<StatusSample> = {}): StatusSample => ({
  exchange: 'okx',
  fiat: 'UAH',
  state: 'live',
  cause: null,
  ageSeconds: 41,
  due: 2,
  answered: 2,
  ...changed,
})

import type { StatusSample } from '../../history-stores.js'

export const aStatusSample = (changed: Partial<StatusSample> = {}): StatusSample => ({
  exchange: 'okx',
  fiat: 'UAH',
  state: 'live',
  cause: null,
  ageSeconds: 41,
  due: 2,
  answered: 2,
  ...changed,
})

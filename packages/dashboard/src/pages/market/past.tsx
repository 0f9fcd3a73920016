export { CheapHours } from './cheap-hours-section.js'
export { PriceHistory } from './price-history.js'

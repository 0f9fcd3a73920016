import { quantile } from './quantile.js'

export const median = (values: ArrayLike<number>): number | null => quantile(values, 0.5)

import { median } from './median.js'

const hoursPerWeek = 168
const reach = hoursPerWeek / 2
/** Three quarters of the week around. */
const leastPairs = (reach * 3) / 4
const hoursPerDay = 24
/** Slopes are taken from the month around. */
const slopeReach = 15 * hoursPerDay

/**
 * Where each hour of a series would lie without the pattern of its week: the median of the week centred on it, 84 hours
 * before and 84 after, once the slope of the month around has been taken out of it. `NaN` where too little is known.
 *
 * A full week holds every hour of the week once, so a pattern moves no level. An hour counts only together with its mirror
 * image, so holes tilt nothing. A median steps over a jump at the moment when the price does, where a mean would smear it
 * over a week. And the slope is the median difference between hours that lie exactly a week apart, in which a pattern
 * cancels out, so that a steep trend and a deep pattern do not bend each other.
 *
 * @param logs One logarithm of a price for each hour; `NaN`: unknown.
 */
export function weekLevels(logs: Float64Array): Float64Array {
  const slopes = dailySlopes(logs)
  const around = new Float64Array(2 * reach + 1)
  return Float64Array.from(logs, (own, at) => {
    const slope = slopes[Math.floor(at / hoursPerDay)] ?? 0
    let count = 0
    for (let away = 1; away <= reach; away++) {
      const [before, after] = [logs[at - away] ?? Number.NaN, logs[at + away] ?? Number.NaN]
      if (Number.isNaN(before) || Number.isNaN(after)) continue
      around[count++] = before + slope * away
      around[count++] = after - slope * away
    }
    if (count < 2 * leastPairs) return Number.NaN
    if (!Number.isNaN(own)) around[count++] = own
    return median(around.subarray(0, count)) ?? Number.NaN
  })
}

/** Per hour, for each day; 0 where no two hours a week apart are known. */
function dailySlopes(logs: Float64Array): readonly number[] {
  return Array.from({ length: Math.ceil(logs.length / hoursPerDay) }, (_, day) => {
    const centre = day * hoursPerDay + hoursPerDay / 2
    const differences: number[] = []
    for (let later = centre - slopeReach + hoursPerWeek; later <= centre + slopeReach; later++) {
      const difference = (logs[later] ?? Number.NaN) - (logs[later - hoursPerWeek] ?? Number.NaN)
      if (!Number.isNaN(difference)) differences.push(difference)
    }
    return (median(differences) ?? 0) / hoursPerWeek
  })
}

import { median } from './median.js'

const hoursPerWeek = 168
const reach = hoursPerWeek / 2
const leastPairs = (reach * 3) / 4
const hoursPerDay = 24
/** Slopes are taken from the month around. */
const slopeReach = 15 * hoursPerDay

/**
 * Level of each hour without the pattern of its week; `NaN` if too little is known. It is the median of the week
 * centred on the hour, 84 hours before and 84 after. The slope of the surrounding month is removed first.
 *
 * A full week holds every hour of the week once, so that a pattern moves no level. An hour counts only together with
 * its mirror image, so that gaps cause no tilt. A median follows a jump at once; a mean would smear it over a week. The
 * slope is the median difference between hours exactly one week apart, where a pattern cancels out. A steep trend and a
 * deep pattern therefore do not distort each other.
 *
 * @param logs One logarithm of a price for each hour; `NaN`: unknown.
 */
export function levelsWithoutWeeklyPattern(logs: Float64Array): Float64Array {
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

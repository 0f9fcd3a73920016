import { useTicking } from '../parts/age.js'

/** Number that changes each minute, so that queries refetch. */
export const useMinute = (): number => useTicking(minuteOf)

const minuteOf = (nowMs: number): number => Math.floor(nowMs / 60_000)

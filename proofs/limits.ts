import {
  raceMinute,
  raceMinuteOverSockets,
  raceQuota,
  runLimitSchedules,
  type StatusCounts,
  startRaces,
} from '@p2p-rates/server/testing'
import type { Proof } from './proof.js'

export const limitsProof: Proof = {
  name: 'limits',
  target: '0 wrong decisions in 1,000,000 schedules; 1,000 simultaneous requests for 10 places: exactly 10, 200 times',
  run: async ({ seed, count, fast, print }) => {
    const schedules = count ?? (fast ? 10_000 : 1_000_000)
    let decisions = 0
    let wrong = 0
    const share = Math.max(1, Math.ceil(schedules / 10))
    for (let done = 0; done < schedules; done += share) {
      const outcome = await runLimitSchedules({ seed: seed + done, schedules: Math.min(share, schedules - done) })
      decisions += outcome.decisions
      wrong += outcome.wrong
      print(`${Math.min(schedules, done + share)} schedules, ${decisions} decisions, ${wrong} wrong`)
    }
    const races = fast ? 10 : 200
    const lost = await race(races)
    return {
      breaches: wrong === 0 ? lost : [`${wrong} decisions were wrong`, ...lost],
      figure: `${decisions} decisions in ${schedules} schedules; ${races} rounds of races`,
    }
  },
}

const places = 10
const runners = 1_000

const race = async (rounds: number): Promise<readonly string[]> => {
  const running = await startRaces()
  const lost: string[] = []
  const judge = (what: string, isWon: boolean, seen: StatusCounts) => {
    if (!isWon) lost.push(`${what}: ${JSON.stringify([...seen])}`)
  }
  try {
    for (let round = 0; round < rounds; round++) {
      const minute = await raceMinute(running, runners)
      judge('minute', minute.get(200) === places && minute.get(429) === runners - places, minute)
      const quota = await raceQuota(running, runners)
      judge(
        'month',
        (quota.get(200) ?? 0) <= places && quota.used >= (quota.get(200) ?? 0) && quota.used <= places,
        quota,
      )
      if (round % 20 !== 0) continue
      const sockets = await raceMinuteOverSockets(running, runners)
      judge('minute over sockets', sockets.get(200) === places && sockets.get(429) === runners - places, sockets)
    }
  } finally {
    await running.stop()
  }
  return lost
}

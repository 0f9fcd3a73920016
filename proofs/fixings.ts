import { type Attack, advertisersOf, costToMove } from './fixings/cost-to-move.js'
import { killSingleServer } from './fixings/kill-single-server.js'
import { loseLeaders } from './fixings/lose-leaders.js'
import { withParts } from './harness/parts.js'
import { hasOwnEngines } from './harness/postgres-and-redis-programs.js'
import { requireBuild } from './harness/server-process.js'
import type { Proof } from './proof.js'

export const fixingsProof: Proof = {
  name: 'fixings',
  target:
    'each day is fixed once and for good, in an unbroken chain that anyone can compute again, over kills and between several servers',
  run: async ({ seed, count, fast, print }) => {
    requireBuild()
    const kills = count ?? (fast ? 3 : 60)
    const alone = await withParts((open) => killSingleServer(open, { seed, kills }))
    print(`alone: ${kills} kills, ${alone.atPoint} of them at a write; ${alone.links} links, ${alone.days} days to fix`)
    const losses = fast ? 1 : Math.max(1, Math.ceil(kills / 5))
    const shared = hasOwnEngines ? await withParts((open) => loseLeaders(open, { seed, losses })) : null
    if (shared === null) print('PostgreSQL and Redis are not installed here: several servers are not tried')
    else print(`of two: ${losses} keepers lost; ${shared.links} links`)
    const costs = costToMove()
    for (const { exchanges, cheapest } of costs)
      print(`moving a fixing by 1 % from ${exchanges} of 5 exchanges: ${costInWords(cheapest)}`)
    const breaches = [...alone.breaches, ...(shared?.breaches ?? [])]
    if (costs[0]?.cheapest !== null) breaches.push('a single exchange moves a fixing by 1 %')
    const links = alone.links + (shared?.links ?? 0)
    return {
      breaches,
      figure: `${links} links over ${kills + (shared === null ? 0 : losses)} losses`,
    }
  },
}

const costInWords = (attack: Attack | null): string =>
  attack === null
    ? 'impossible with 40 advertisers a side'
    : `${advertisersOf(attack)} advertisers with the best record, ${attack.displacement * 100} % away, for 35 minutes`

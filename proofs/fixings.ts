import { killSingleServer } from './fixings/kill-single-server.js'
import { loseLeaders } from './fixings/lose-leaders.js'
import { hasOwnEngines } from './harness/postgres-and-redis-programs.js'
import { requireBuild } from './harness/server-process.js'
import type { Proof } from './proof.js'

export const fixingsProof: Proof = {
  name: 'fixings',
  target: 'each day is fixed once and for good, in an unbroken chain, over kills and between several servers',
  run: async ({ seed, count, fast, print }) => {
    requireBuild()
    const kills = count ?? (fast ? 3 : 60)
    const alone = await killSingleServer({ seed, kills })
    print(`alone: ${kills} kills, ${alone.atPoint} of them at a write; ${alone.links} links, ${alone.days} days to fix`)
    const losses = fast ? 1 : Math.max(1, Math.ceil(kills / 5))
    const shared = hasOwnEngines ? await loseLeaders({ seed, losses }) : null
    if (shared === null) print('PostgreSQL and Redis are not installed here: several servers are not tried')
    else print(`of two: ${losses} keepers lost; ${shared.links} links`)
    const breaches = [...alone.breaches, ...(shared?.breaches ?? [])]
    const links = alone.links + (shared?.links ?? 0)
    return {
      breaches,
      figure: `${links} links over ${kills + (shared === null ? 0 : losses)} losses`,
    }
  },
}

import { openAlertCluster, openSingleAlertServer } from './alerts/alert-servers.js'
import { runAlerts } from './alerts/run.js'
import { hasOwnEngines } from './harness/postgres-and-redis-programs.js'
import { requireBuild } from './harness/server-process.js'
import type { Proof } from './proof.js'

export const alertsProof: Proof = {
  name: 'alerts',
  target: 'each crossing reaches its receiver, chat or mail address as one event, over kills and with several servers',
  run: async ({ seed, count, fast, print }) => {
    requireBuild()
    const kills = count ?? (fast ? 2 : 40)
    const alone = await runAlerts({ seed, kills, openServers: openSingleAlertServer })
    print(`alone: ${kills} kills; ${alone.crossings} crossings, ${alone.repeats} told twice under their one id`)
    const losses = fast ? 1 : Math.max(1, Math.ceil(kills / 4))
    const together = hasOwnEngines ? await runAlerts({ seed, kills: losses, openServers: openAlertCluster }) : null
    if (together === null) print('PostgreSQL and Redis are not installed here: several servers are not tried')
    else print(`of two: ${losses} kills; ${together.crossings} crossings, ${together.repeats} told twice`)
    const breaches = [...alone.breaches, ...(together?.breaches ?? [])]
    const crossings = alone.crossings + (together?.crossings ?? 0)
    return {
      breaches,
      figure: `${crossings} crossings over ${kills + (together === null ? 0 : losses)} kills`,
    }
  },
}

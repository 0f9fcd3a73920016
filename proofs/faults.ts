import { exchangeIds } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { runExchangeOutage } from './faults/exchange-outage.js'
import { allCases, describeCase, type FaultCase } from './faults/fault-case.js'
import { longestCaseSeconds, runCase, runWithoutFaults } from './faults/run-case.js'
import { runOnSockets, socketFaults } from './faults/socket-faults.js'
import type { Proof } from './proof.js'

/** Hours pass in moments: the clock and every timer are moved by hand. */
export const faultsProof: Proof = {
  name: 'faults',
  target:
    'every exchange x 12 fault classes x 3 durations x 3 spreads: the others unchanged, nothing older than 600 s, back within the bounds; 72 h of nothing: memory flat',
  run: async ({ seed, count, fast, print }) => {
    const broken: string[] = []
    const tell = (what: string, breaches: readonly string[]) => {
      for (const breach of breaches) broken.push(`${what}: ${breach}`)
    }

    const cases = fast && count === undefined ? oneOfEachKind(allCases(seed)) : allCases(seed).slice(0, count)
    const calm = await runWithoutFaults(longestCaseSeconds)
    let simulatedSeconds = 0
    let slowest = 0
    for (const one of cases) {
      const outcome = await runCase(one, seed, calm)
      simulatedSeconds += outcome.simulatedSeconds
      slowest = Math.max(slowest, outcome.recoveredAfterSeconds)
      tell(`case ${one.number}, ${describeCase(one)}`, outcome.breaches)
    }
    print(
      `moved clock   ${cases.length} cases, ${Math.round(simulatedSeconds / 3600)} hours, slowest back after ${slowest} s`,
    )

    const onWire = socketFaults.filter(([, kind], index) => !fast || (kind !== 'timeout' && index % 6 === 0))
    for (const [index, [fault, kind]] of onWire.entries()) {
      const exchange = exchangeIds[(seed + index) % exchangeIds.length] ?? 'okx'
      tell(`on sockets, ${exchange} ${JSON.stringify(fault)}`, await runOnSockets(exchange, fault, kind, seed))
    }
    print(`real sockets  ${onWire.length} faults of the simulator`)

    const outage = await runExchangeOutage(fast ? 2 : 72)
    print(
      `all down      ${outage.hours} hours, ${outage.usedMb.join(' ')} MB used, at most ${outage.mostRequestsAnHour} requests an hour, back after ${outage.backAfterSeconds} s`,
    )
    if (outage.growthMb > mostGrowthMb) broken.push(`memory grew by ${outage.growthMb} MB in ${outage.hours} hours`)
    if (outage.shown > 0) broken.push(`${outage.shown} times something was shown while all were down`)
    if (outage.backAfterSeconds > 3_700) broken.push(`all back only after ${outage.backAfterSeconds} s`)

    return {
      breaches: broken,
      figure: `${cases.length} cases and ${onWire.length} on sockets; memory ${outage.growthMb.toFixed(1)} MB in ${outage.hours} h`,
    }
  },
}

const oneOfEachKind = (cases: readonly FaultCase[]): readonly FaultCase[] =>
  faultKinds.flatMap((kind) => cases.find((one) => one.kind === kind) ?? [])

/** Memory growth that uncollected garbage may cause over the outage, in MB. */
const mostGrowthMb = 3

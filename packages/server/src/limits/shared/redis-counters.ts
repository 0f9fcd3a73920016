import type { Redis } from '../../redis/redis.js'
import { createEnter, type Enter } from './join-session.js'
import { madeByScript } from './made-by-script.js'
import type { Settlement } from './pending-settlements.js'
import { admitScript, settleScript } from './scripts.js'

export type RedisTarget = {
  readonly redis: Pick<Redis, 'run'>
  /** Of the database for good, also when it was put back to an older state: what was admitted until then was admitted. */
  readonly clusterId: string
  /** This server, in this life: another one after every start. */
  readonly server: string
  readonly windowMs: number
  /** How long a stretch is whose reservations end together. They count for two more. */
  readonly stretchMs: number
}

export type AdmissionRequest = {
  readonly accountId: string
  readonly month: number
  readonly perMinute: number
  readonly perMonth: number
  /** What the database is known to have counted. */
  readonly onRecord: number
  /** One letter for each request: `b` where the month binds, `c` where it only counts. */
  readonly rules: string
}

export type Decision = {
  /** One letter for each request: `r` reserved, `a` admitted all the same, `q` and `m` refused by month or minute. */
  readonly outcomes: string
  /** Redis's time at which they were admitted. */
  readonly atUs: number
  readonly bucket: number
  /** In the minute and in the month, afterwards. Reserved places are among the used ones. */
  readonly taken: number
  readonly used: number
  readonly reserved: number
  /** When a place of the minute becomes free, from that time on. */
  readonly freesInMs: number
}

/** The counts that all servers share. An answer of `null` means that Redis was emptied: its counts are of another epoch. */
export interface RedisCounters {
  admit(epoch: string, demand: AdmissionRequest, late: (decision: Decision) => void): Promise<Decision | null>
  settle(epoch: string, accountId: string, letter: SentSettlement): Promise<true | null>
  readonly enter: Enter
}

export type SentSettlement = Settlement & { readonly onRecord: number; readonly agesUs: readonly number[] }

export function createSharedCounts({ redis, clusterId, server, windowMs, stretchMs }: RedisTarget): RedisCounters {
  const epochKey = `p2p:${clusterId}:epoch`
  /** The braces keep one account together wherever keys are spread. */
  const keysOf = (accountId: string, month: number) => [
    epochKey,
    `p2p:${clusterId}:m:{${accountId}}`,
    `p2p:${clusterId}:q:{${accountId}}:${month}`,
  ]
  const stretchUs = stretchMs * 1000
  const spans = [windowMs * 1000, stretchUs]

  const readDecision = (answer: unknown): Decision | null => {
    if (answer === null) return null
    const [outcomes, atUs, taken, used, reserved, freesInUs] = madeByScript<AdmitAnswer>(answer)
    return { outcomes, atUs, bucket: Math.floor(atUs / stretchUs), taken, used, reserved, freesInMs: freesInUs / 1000 }
  }

  return {
    admit: async (epoch, { accountId, month, perMinute, perMonth, onRecord, rules }, late) =>
      readDecision(
        await redis.run({
          script: admitScript,
          keys: keysOf(accountId, month),
          values: [epoch, ...spans, perMinute, perMonth, onRecord, rules],
          late: (answer) => {
            const decision = readDecision(answer)
            if (decision !== null) late(decision)
          },
        }),
      ),
    settle: async (epoch, accountId, { month, sequence, counted, onRecord, ended, givenBack, agesUs }) => {
      const answer = await redis.run({
        script: settleScript,
        keys: keysOf(accountId, month),
        values: [
          epoch,
          ...spans,
          server,
          sequence,
          counted,
          onRecord,
          [...ended].map((pair) => pair.join(':')).join(','),
          givenBack.join(','),
          agesUs.map(Math.floor).join(','),
        ],
      })
      return answer === null ? null : true
    },
    enter: createEnter({ redis, epochKey, server }),
  }
}

type AdmitAnswer = [outcomes: string, atUs: number, taken: number, used: number, reserved: number, freesInUs: number]

import type { ScriptRunner } from '../../base/redis/redis.js'
import type { Settlement } from './pending-settlements.js'
import { type AdmitAnswer, admitScript, settleScript } from './scripts.js'

export type RedisTarget = {
  readonly redis: ScriptRunner
  /**
   * Id of the database, kept for good. A restored backup keeps it, so requests admitted since the backup stay counted.
   */
  readonly clusterId: string
  /** Id of this server process; new after every start. */
  readonly server: string
  readonly windowMs: number
  /** Length of a bucket of reservations, which expire together. A bucket counts for 2 more lengths. */
  readonly stretchMs: number
}

export type AdmissionRequest = {
  readonly accountId: string
  readonly month: number
  readonly perMinute: number
  readonly perMonth: number
  /** Lower bound of the count, known from the database. */
  readonly onRecord: number
  /** One letter per request: `b` = quota enforced, `c` = counted only. */
  readonly rules: string
}

export type Decision = {
  /**
   * One letter per request: `r` = admitted and reserved, `a` = admitted only. `q` = rejected by the month, `m` = by the
   * minute.
   */
  readonly outcomes: string
  /** Redis's time of admission. */
  readonly atUs: number
  readonly bucket: number
  /** Counts of minute and month after the decision. Reservations are included in `used`. */
  readonly taken: number
  readonly used: number
  readonly reserved: number
  /** Time after `atUs` until a slot of the minute is free. */
  readonly freesInMs: number
}

/** Counts shared by all servers, in Redis. `null` means that Redis was emptied and another epoch began. */
export interface RedisCounters {
  admit(epoch: string, demand: AdmissionRequest, late: (decision: Decision) => void): Promise<Decision | null>
  settle(epoch: string, accountId: string, letter: SentSettlement): Promise<true | null>
}

export type SentSettlement = Settlement & { readonly onRecord: number; readonly agesUs: readonly number[] }

export function createRedisCounters({ redis, clusterId, server, windowMs, stretchMs }: RedisTarget): RedisCounters {
  /** Braces are a Redis Cluster hash tag: all keys of an account share a slot. */
  const keysOf = (accountId: string, month: number) => [
    epochKeyOf(clusterId),
    `p2p:${clusterId}:m:{${accountId}}`,
    `p2p:${clusterId}:q:{${accountId}}:${month}`,
  ]
  const stretchUs = stretchMs * 1000
  const spans = [windowMs * 1000, stretchUs]

  const readDecision = (answer: AdmitAnswer | null): Decision | null => {
    if (answer === null) return null
    const [outcomes, atUs, taken, used, reserved, freesInUs] = answer
    return { outcomes, atUs, bucket: Math.floor(atUs / stretchUs), taken, used, reserved, freesInMs: freesInUs / 1000 }
  }

  return {
    admit: async (epoch, { accountId, month, perMinute, perMonth, onRecord, rules }, late) =>
      readDecision(
        await redis.run({
          script: admitScript,
          keys: keysOf(accountId, month),
          values: [epoch, ...spans, perMinute, perMonth, onRecord, rules],
          onLateReply: (answer) => {
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
  }
}

export const epochKeyOf = (clusterId: string): string => `p2p:${clusterId}:epoch`

import { z } from 'zod'
import { isoTime, wireTime } from '../../endpoint/wire-schemas.js'
import type { SessionList } from '../../generated/types.js'

const network = z.string().nullable()

export const sessionListSchema: z.ZodType<SessionList> = z
  .object({
    sessions: z
      .array(
        z
          .object({
            id: z.string(),
            created_at: wireTime,
            last_used_at: wireTime.meta({ description: 'Last use, updated once an hour.' }),
            ends_at: wireTime,
            network: network.meta({
              description: 'Client address at log-in without its last part; null for sessions of earlier releases.',
            }),
            is_current: z.boolean().meta({ description: 'True for the session of this request.' }),
          })
          .meta({ id: 'AccountSession', description: 'Session of a logged-in browser.' }),
      )
      .meta({ description: 'Newest first.' }),
    recent_log_ins: z
      .array(
        z
          .object({
            attempted_at: wireTime,
            network: network.meta({ description: 'Client address without its last part.' }),
            succeeded: z.boolean().meta({ description: 'False if the password was wrong.' }),
          })
          .meta({ id: 'RecentLogIn', description: 'Log-in attempt.' }),
      )
      .meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'SessionList' })

export const exampleSessions: SessionList = {
  sessions: [
    {
      id: 'ses_4f0c2b7d9e1a8365',
      created_at: '2026-11-20T08:00:00.000Z',
      last_used_at: '2026-11-21T10:05:00.000Z',
      ends_at: '2026-12-21T10:05:00.000Z',
      network: '203.0.113.x',
      is_current: true,
    },
  ],
  recent_log_ins: [
    { attempted_at: '2026-11-21T09:12:00.000Z', network: '198.51.100.x', succeeded: false },
    { attempted_at: '2026-11-20T08:00:00.000Z', network: '203.0.113.x', succeeded: true },
  ],
}

export const toSessionsResponse = ({
  sessions,
  logIns,
}: {
  readonly sessions: readonly {
    readonly id: string
    readonly createdAtMs: number
    readonly usedAtMs: number
    readonly endsAtMs: number
    readonly network: string | null
    readonly isCurrent: boolean
  }[]
  readonly logIns: readonly { readonly atMs: number; readonly network: string | null; readonly succeeded: boolean }[]
}): SessionList => ({
  sessions: sessions.map(({ id, createdAtMs, usedAtMs, endsAtMs, network, isCurrent }) => ({
    id,
    created_at: isoTime(createdAtMs),
    last_used_at: isoTime(usedAtMs),
    ends_at: isoTime(endsAtMs),
    network,
    is_current: isCurrent,
  })),
  recent_log_ins: logIns.map(({ atMs, network, succeeded }) => ({ attempted_at: isoTime(atMs), network, succeeded })),
})

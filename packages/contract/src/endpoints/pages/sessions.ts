import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { defineEndpoint, forUsers, forVisitors, withoutAnswer } from '../../endpoint/define-endpoint.js'
import { type DomainOf, toWire } from '../../endpoint/to-wire.js'
import { wireTime } from '../../endpoint/wire-schemas.js'
import type { AccountSession, RecentLogIn, SessionList } from '../../generated/types.js'
import { accountSchema, exampleAccount } from './account.js'
import { email, factorCode, linkToken, optional, password } from './sign-in-and-account-inputs.js'

const network = z.string().nullable()

const accountSession: z.ZodType<AccountSession> = z
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
  .meta({ id: 'AccountSession', description: 'Session of a logged-in browser.' })

const recentLogIn: z.ZodType<RecentLogIn> = z
  .object({
    attempted_at: wireTime,
    network: network.meta({ description: 'Client address without its last part.' }),
    succeeded: z.boolean().meta({ description: 'False if the password was wrong.' }),
  })
  .meta({ id: 'RecentLogIn', description: 'Log-in attempt.' })

export const sessionListSchema: z.ZodType<SessionList> = z
  .object({
    sessions: z.array(accountSession).meta({ description: 'Newest first.' }),
    recent_log_ins: z.array(recentLogIn).meta({ description: 'Newest first.' }),
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
  readonly sessions: readonly (Omit<DomainOf<AccountSession>, 'lastUsedAtMs'> & { readonly usedAtMs: number })[]
  readonly logIns: readonly (Omit<DomainOf<RecentLogIn>, 'attemptedAtMs'> & { readonly atMs: number })[]
}): SessionList => ({
  sessions: sessions.map((session) => toWire(accountSession, { ...session, lastUsedAtMs: session.usedAtMs })),
  recent_log_ins: logIns.map((logIn) => toWire(recentLogIn, { ...logIn, attemptedAtMs: logIn.atMs })),
})

export const createSession = defineEndpoint({
  ...forVisitors,
  name: 'sessions.create',
  method: 'POST',
  path: '/sessions',
  summary: 'Log in',
  description:
    'Starts a session and sets its cookie. The session ends 30 days after its last use, and 90 days after log-in at the latest. The previous session of this browser ends at once. If an account has more than 10 sessions, the oldest sessions end. A wrong password and an unknown e-mail address get the same answer in the same time. If the account has a second factor, send a `code`: without `code`, the answer to a correct password is `code_required`. Each code works once; 5 wrong codes are allowed in 15 minutes.',
  inputType: 'LogInFields',
  body: { email, password: password('Password of the account.'), code: optional(factorCode) },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['wrong_login', 'code_required', 'wrong_code', 'storage_unavailable'],
})

export const createSessionByLink = defineEndpoint({
  ...forVisitors,
  name: 'sessions.create-by-link',
  method: 'POST',
  path: '/sessions/by-link',
  summary: 'Log in by a link',
  description: 'Starts a session with the link that `p2p demo` prints. The link works once.',
  body: { token: linkToken('Text after the # of the link.') },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['invalid_link', 'storage_unavailable'],
})

export const endSession = defineEndpoint({
  ...forUsers,
  ...withoutAnswer,
  name: 'sessions.end',
  method: 'DELETE',
  path: '/sessions/current',
  summary: 'Log out',
  description: 'Ends the session of this request.',
  errors: ['storage_unavailable'],
})

export const endAllSessions = defineEndpoint({
  ...forUsers,
  ...withoutAnswer,
  name: 'sessions.end-all',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Log out everywhere',
  description: 'Ends all sessions of the account, including the session of this request.',
  errors: ['storage_unavailable'],
})

export const listSessions = defineEndpoint({
  ...forUsers,
  name: 'sessions.list',
  method: 'GET',
  path: '/sessions',
  summary: 'Your sessions and log-ins',
  description:
    'Returns the live sessions of the account, and its log-ins of the last 90 days: at most 20 successful and 20 failed log-ins. The answer hides the last part of each IP address.',
  answer: sessionListSchema,
  example: exampleSessions,
})

export const endOtherSessions = defineEndpoint({
  ...forUsers,
  ...withoutAnswer,
  name: 'sessions.end-others',
  method: 'DELETE',
  path: '/sessions/others',
  summary: 'Log out everywhere else',
  description: 'Ends all sessions of the account except the session of this request.',
  errors: ['storage_unavailable'],
})

export const endOneSession = defineEndpoint({
  ...forUsers,
  ...withoutAnswer,
  name: 'sessions.end-one',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'End a session',
  description: 'Ends one session of the account. The id is in the list of sessions.',
  params: { id: id('session') },
  errors: ['storage_unavailable'],
})

import { z } from 'zod'
import { id } from '../../endpoint/common-inputs.js'
import { defineEndpoint, webPrefix } from '../../endpoint/define-endpoint.js'
import { accountSchema, exampleAccount } from './account.js'
import { exampleSessions, sessionListSchema } from './session-list-shape.js'
import { email, factorCode, linkToken, optional, password } from './sign-in-and-account-inputs.js'

const nothing = { answer: z.undefined(), example: undefined, status: 204 } as const

export const createSession = defineEndpoint({
  name: 'sessions.create',
  method: 'POST',
  root: webPrefix,
  path: '/sessions',
  access: { kind: 'visitor' },
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
  name: 'sessions.create-by-link',
  method: 'POST',
  root: webPrefix,
  path: '/sessions/by-link',
  access: { kind: 'visitor' },
  summary: 'Log in by a link',
  description: 'Starts a session with the link that `p2p demo` prints. The link works once.',
  body: { token: linkToken('Text after the # of the link.') },
  status: 201,
  answer: accountSchema,
  example: exampleAccount,
  errors: ['invalid_link', 'storage_unavailable'],
})

export const endSession = defineEndpoint({
  ...nothing,
  name: 'sessions.end',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions/current',
  access: { kind: 'session' },
  summary: 'Log out',
  description: 'Ends the session of this request.',
  errors: ['storage_unavailable'],
})

export const endAllSessions = defineEndpoint({
  ...nothing,
  name: 'sessions.end-all',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions',
  access: { kind: 'session' },
  summary: 'Log out everywhere',
  description: 'Ends all sessions of the account, including the session of this request.',
  errors: ['storage_unavailable'],
})

export const listSessions = defineEndpoint({
  name: 'sessions.list',
  method: 'GET',
  root: webPrefix,
  path: '/sessions',
  access: { kind: 'session' },
  summary: 'Your sessions and log-ins',
  description:
    'Returns the live sessions of the account, and its log-ins of the last 90 days: at most 20 successful and 20 failed log-ins. The answer hides the last part of each IP address.',
  answer: sessionListSchema,
  example: exampleSessions,
})

export const endOtherSessions = defineEndpoint({
  ...nothing,
  name: 'sessions.end-others',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions/others',
  access: { kind: 'session' },
  summary: 'Log out everywhere else',
  description: 'Ends all sessions of the account except the session of this request.',
  errors: ['storage_unavailable'],
})

export const endOneSession = defineEndpoint({
  ...nothing,
  name: 'sessions.end-one',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions/{id}',
  access: { kind: 'session' },
  summary: 'End a session',
  description: 'Ends one session of the account. The id is in the list of sessions.',
  params: { id: id('session') },
  errors: ['storage_unavailable'],
})

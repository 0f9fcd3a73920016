import { z } from 'zod'
import { id } from '../common-inputs.js'
import { defineEndpoint, webPrefix } from '../define-endpoint.js'
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
    'Starts a session and sets its cookie. It ends 30 days after its last use, and 90 days after log-in at the latest. The previous session of this browser ends immediately; an account keeps its newest 10. A wrong password and an unknown address get the same answer in the same time. An account with a second factor needs a `code`: without one, a correct password is answered with `code_required`. A code works once; 5 wrong codes are allowed in 15 minutes.',
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
  description: 'Accepts the link printed by `p2p demo` once and starts a session.',
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
  description: 'Ends this session.',
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
    'The live sessions of the account, and its latest log-ins: at most 20 successful and 20 failed ones of the last 90 days. The last part of each address is left out.',
  answer: sessionListSchema,
  example: exampleSessions,
})

export const endOneSession = defineEndpoint({
  ...nothing,
  name: 'sessions.end-one',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions/{id}',
  access: { kind: 'session' },
  summary: 'End a session',
  description: 'Ends one session of the account, by its id in the list.',
  params: { id: id('session') },
  errors: ['storage_unavailable'],
})

export const endOtherSessions = defineEndpoint({
  ...nothing,
  name: 'sessions.end-others',
  method: 'DELETE',
  root: webPrefix,
  path: '/sessions/others',
  access: { kind: 'session' },
  summary: 'Log out everywhere else',
  description: 'Ends all other sessions of the account.',
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
  description: 'Ends all sessions of the account, including this one.',
  errors: ['storage_unavailable'],
})

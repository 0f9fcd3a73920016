import type { Endpoint } from '../define-endpoint.js'
import { getAccount, updateAccount } from './account.js'
import { createSession, endAllSessions, endSession } from './sessions.js'
import { setUp } from './setup.js'

export { type AccountInfo, getAccount, presentAccount, updateAccount } from './account.js'
export { createSession, endAllSessions, endSession } from './sessions.js'
export { setUp } from './setup.js'

/** What only the pages of the server itself ask for. */
export const webEndpoints = {
  'sessions.create': createSession,
  'sessions.end': endSession,
  'sessions.end-all': endAllSessions,
  'account.get': getAccount,
  'account.update': updateAccount,
  'setup.create': setUp,
} as const satisfies Readonly<Record<string, Endpoint>>

export type WebEndpointName = keyof typeof webEndpoints

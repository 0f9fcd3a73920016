import { callerInputs } from '../endpoint/caller-inputs.js'
import type { LooseEnum } from '../endpoint/wire-types.js'
import type { ErrorCode } from '../errors/error-codes.js'
import type { ToolAnswer } from './tool.js'

export type ToolRefusal = {
  readonly code: LooseEnum<ErrorCode>
  readonly message: string
  readonly param?: string
  readonly retryAfterSeconds?: number | null
}

export function explainRefusal({ code, message, param, retryAfterSeconds: wait = null }: ToolRefusal): ToolAnswer {
  const next = (isOfProfile(param) ? correctProfile : nextSteps[code]) ?? 'Tell the user, and try again later.'
  const pause = wait === null ? '' : ` Wait ${wait} s before another try.`
  return { text: `${code}: ${message} Next: ${next}${pause}`, isError: true }
}

const isOfProfile = (param = '') => Object.hasOwn(callerInputs, param)
const correctProfile =
  'Tell the user to correct their profile: the address of this server, or `p2p config` on their machine.'
const correct = 'Correct the argument and call again; list_markets names currencies and exchanges.'
const bringKey = 'Tell the user that the key in the configuration of this server must be a valid one.'

const nextSteps: Partial<Record<string, string>> = {
  invalid_parameter: 'Correct the argument and call again.',
  unsupported_fiat: correct,
  unsupported_exchange: correct,
  unknown_tool: 'Call one of the listed tools.',
  missing_key: bringKey,
  invalid_key: bringKey,
  plan_required:
    'Do not repeat it with this key. list_markets lists what its plan includes; the operator of the server gives higher plans.',
  rate_limited: 'Wait: the plan allows no more in this minute. Refused calls are not counted.',
  quota_exceeded:
    'Tell the user that the requests of this month are used up until the next one begins (UTC), or until the operator gives a higher plan. list_markets and check_sources still answer.',
  data_unavailable: 'Call check_sources with this currency: it says which exchanges are missing and why.',
  needs_server: 'Tell the user to start this tool with --server and a key: a server remembers the past.',
} satisfies Partial<Record<ErrorCode | 'needs_server' | 'unknown_tool', string>>

import { z } from 'zod'
import { typeNames } from '../endpoint/type-names.js'
import type { ErrorBody, SmallestTrades } from '../generated/types.js'
import { smallestTradeSchema } from './smallest-trade.js'

/** Every code an error can carry, with its HTTP status and when it is answered. */
export const errorCodes = {
  bad_request: {
    status: 400,
    when: 'The request is not readable HTTP: malformed (400), too slow (408) or with too large headers (431).',
  },
  invalid_parameter: {
    status: 400,
    when: 'A parameter or body field is missing, empty, repeated, unknown or malformed.',
  },
  unsupported_fiat: {
    status: 400,
    when: 'The currency code is unknown, or the server does not collect the currency of a new webhook or formula.',
  },
  unsupported_exchange: { status: 400, when: 'The exchange is unknown.' },
  unsupported_event: { status: 400, when: 'The kind of webhook event is unknown.' },
  invalid_webhook_url: {
    status: 400,
    when: 'The receiver is neither a public HTTPS address nor a confirmed inbox of the account.',
  },
  invalid_json: { status: 400, when: 'The body is not a JSON object.' },
  common_password: {
    status: 400,
    when: 'The new password is too common, or equals the e-mail address.',
  },
  missing_key: { status: 401, when: 'No API key was sent.' },
  invalid_key: { status: 401, when: 'The API key is invalid or revoked, or there is no session.' },
  wrong_login: { status: 401, when: 'The e-mail address or the password is wrong.' },
  code_required: {
    status: 401,
    when: 'The password is correct, but the account also needs a code of its second factor.',
  },
  wrong_code: { status: 401, when: 'The code of the second factor is wrong or already used.' },
  plan_required: { status: 403, when: 'The plan of the key does not include the endpoint.' },
  foreign_origin: { status: 403, when: 'A page of another origin called an endpoint for programs.' },
  admin_required: { status: 403, when: 'Only an admin of this server may do this.' },
  registration_closed: { status: 403, when: 'Registration on this server is closed or needs an invite.' },
  invalid_link: { status: 403, when: 'The link was already used or has expired.' },
  not_found: { status: 404, when: 'Nothing exists at this address, or it belongs to another account.' },
  method_not_allowed: { status: 405, when: 'The address exists but does not support this method.' },
  webhook_limit: { status: 409, when: 'The account already has as many webhooks as its plan allows.' },
  inbox_limit: { status: 409, when: 'The account already has as many inboxes as its plan allows webhooks.' },
  rule_limit: { status: 409, when: 'The account already has as many rules as an account may have.' },
  board_limit: { status: 409, when: 'The account already has as many price boards as an account may have.' },
  key_limit: { status: 409, when: 'The account already has as many live keys as an account may have.' },
  last_admin: { status: 409, when: 'The account is the only admin of the server.' },
  email_taken: { status: 409, when: 'Another account has this e-mail address.' },
  idempotency_conflict: { status: 409, when: 'A request with this Idempotency-Key is still being handled.' },
  body_too_large: { status: 413, when: 'The body is larger than 16 KiB.' },
  unsupported_media_type: { status: 415, when: 'The body is not sent as application/json.' },
  idempotency_key_reused: { status: 422, when: 'This Idempotency-Key was used with a different request.' },
  rate_limited: {
    status: 429,
    when: 'A limit is exceeded: requests per minute, concurrent requests, or pings and resends of a webhook.',
  },
  quota_exceeded: { status: 429, when: 'The monthly quota is used up.' },
  stream_limit: { status: 429, when: 'The account already has as many open streams as its plan allows.' },
  internal_error: { status: 500, when: 'The service failed; the request id helps to find out why.' },
  data_unavailable: { status: 503, when: 'There is no fresh data for the requested market yet.' },
  mail_refused: { status: 503, when: 'The mail to this address could not be sent.' },
  overloaded: { status: 503, when: 'The service is overloaded at the moment.' },
  storage_unavailable: { status: 503, when: 'The service cannot read or write its storage at the moment.' },
} as const satisfies Record<string, { readonly status: number; readonly when: string }>

export type ErrorCode = keyof typeof errorCodes

/** Statuses of `bad_request` for unreadable HTTP; they state the cause more precisely. */
export const unreadableStatuses = [400, 408, 431] as const

export const errorStatus = (code: ErrorCode): number => errorCodes[code].status

export const errorBody: z.ZodType<ErrorBody> = z
  .object({
    detail: z.object({
      code: z
        .string()
        .meta({ description: 'Machine-readable; new codes may be added.', examples: ['invalid_parameter'] }),
      message: z.string().meta({ description: 'Explanation for people.' }),
      param: z
        .string()
        .meta({ description: 'Name of the invalid parameter or body field, if there is one.' })
        .exactOptional(),
      suggestion: z
        .string()
        .meta({
          description: 'Nearest valid name or value, if there is a close one. `message` contains it, too.',
          examples: ['fiat'],
        })
        .exactOptional(),
      smallest_trade: z
        .object({ buy: smallestTradeSchema.nullable(), sell: smallestTradeSchema.nullable() })
        .register(typeNames, { type: 'SmallestTrades' })
        .meta({
          description: 'With `data_unavailable`: the smallest amount that ads accept, if none accepts a normal amount.',
        })
        .exactOptional(),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every answer that is not a success.' })
  .register(typeNames, { type: 'ErrorBody' })

export type ErrorResponse = {
  readonly code: ErrorCode
  readonly message: string
  readonly param?: string
  readonly suggestion?: string
  readonly smallestTrade?: SmallestTrades
}

export const toProblemResponse = ({ code, message, param, suggestion, smallestTrade }: ErrorResponse): ErrorBody => ({
  detail: {
    code,
    message,
    ...(param === undefined ? {} : { param }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(smallestTrade === undefined ? {} : { smallest_trade: smallestTrade }),
  },
})

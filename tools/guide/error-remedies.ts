import type { ErrorCode } from '@p2p-rates/contract'

export const errorRemedies: Readonly<Record<ErrorCode, string>> = {
  bad_request:
    'Send the request with an HTTP library. The answer has no rate-limit headers, because the server could not read the key.',
  invalid_parameter: 'Correct the parameter or field named in `param`, as `message` says.',
  unsupported_fiat: 'Use a currency code from the endpoint `markets`.',
  unsupported_exchange: 'Use an exchange id from the endpoint `markets`.',
  unsupported_event: 'Set `event` to `spread`, `best_buy` or `best_sell`.',
  invalid_webhook_url: 'Use a public https address on port 443 or above 1023, or a confirmed inbox of your account.',
  invalid_json: 'Send one JSON object in UTF-8 as the body.',
  missing_key: 'Send your key in `X-API-Key`.',
  invalid_key:
    'Make a new key, or on a page, log in again. After 30 wrong keys in a minute from one IP address, the server answers 429.',
  common_password:
    'Pages only: choose a password that is not a common word, a row of keys such as `qwerty` or your e-mail address.',
  code_required: 'Pages only: log in with the password and a code of the second factor.',
  wrong_code: 'Pages only: use the next code of the authenticator app, or a recovery code.',
  wrong_login: 'Pages only: correct the e-mail address or password, or ask the operator for a reset link.',
  plan_required: 'Ask the operator for the plan named in `message`.',
  foreign_origin: '`/mcp` only: send the request from a program, or from a page of the server.',
  admin_required: 'Pages only: ask an admin of the server.',
  registration_closed: 'Pages only: ask the operator for an invite.',
  invalid_link: 'Pages only: ask the operator for a new link.',
  not_found: 'Correct the URL, and use only objects of your account.',
  method_not_allowed: 'Use a method named in the header `Allow`.',
  webhook_limit: 'Delete or change an existing webhook.',
  inbox_limit: 'Delete an inbox.',
  rule_limit: 'Delete a rule.',
  board_limit: 'Delete a price board.',
  key_limit: 'Pages only: revoke a key that you do not need.',
  last_admin: 'Pages only: ask the operator to delete the account.',
  email_taken: 'Pages only: log in to that account.',
  idempotency_conflict: 'Wait for the answer to the first request with the same `Idempotency-Key`.',
  body_too_large: 'Send a body of at most 16 KiB.',
  unsupported_media_type: 'Send `Content-Type: application/json`.',
  idempotency_key_reused: 'Use a new `Idempotency-Key` for a new request.',
  rate_limited: 'Wait the number of seconds in `Retry-After`, and send fewer requests.',
  quota_exceeded: 'Wait until the next month (UTC), or ask the operator for another plan.',
  stream_limit: 'Close a stream, or let your programs share one stream.',
  internal_error: 'Send the operator the `X-Request-Id` of the answer.',
  data_unavailable:
    'The endpoint `sources` shows the reason. If the error has `smallest_trade`, every ad requires a larger amount than usual.',
  mail_refused: 'Check the e-mail address, or ask the operator whether the server can send mail.',
  overloaded: 'Wait the number of seconds in `Retry-After`.',
  storage_unavailable: 'Retry later. Endpoints with current prices still work.',
}

/** Errors after which the same request may succeed later. */
export const passingErrors: readonly ErrorCode[] = [
  'idempotency_conflict',
  'rate_limited',
  'quota_exceeded',
  'stream_limit',
  'internal_error',
  'data_unavailable',
  'mail_refused',
  'overloaded',
  'storage_unavailable',
]

import type { ErrorCode } from '@p2p-rates/contract'

export const errorRemedies: Readonly<Record<ErrorCode, { readonly remedy: string; readonly again: boolean }>> = {
  bad_request: {
    remedy:
      'Send the request with an HTTP library. The answer has no rate-limit headers, because the server could not read the key.',
    again: false,
  },
  invalid_parameter: { remedy: 'Correct the parameter or field named in `param`, as `message` says.', again: false },
  unsupported_fiat: { remedy: 'Use a currency code from the endpoint `markets`.', again: false },
  unsupported_exchange: { remedy: 'Use an exchange id from the endpoint `markets`.', again: false },
  unsupported_event: { remedy: 'Set `event` to `spread`, `best_buy` or `best_sell`.', again: false },
  invalid_webhook_url: {
    remedy: 'Use a public https address on port 443 or above 1023, or a confirmed inbox of your account.',
    again: false,
  },
  invalid_json: { remedy: 'Send one JSON object in UTF-8 as the body.', again: false },
  missing_key: { remedy: 'Send your key in `X-API-Key`.', again: false },
  invalid_key: {
    remedy:
      'Make a new key, or on a page, log in again. After 30 wrong keys in a minute from one IP address, the server answers 429.',
    again: false,
  },
  common_password: {
    remedy:
      'Pages only: choose a password that is not a common word, a row of keys such as `qwerty` or your e-mail address.',
    again: false,
  },
  code_required: { remedy: 'Pages only: log in with the password and a code of the second factor.', again: false },
  wrong_code: { remedy: 'Pages only: use the next code of the authenticator app, or a recovery code.', again: false },
  wrong_login: {
    remedy: 'Pages only: correct the e-mail address or password, or ask the operator for a reset link.',
    again: false,
  },
  plan_required: { remedy: 'Ask the operator for the plan named in `message`.', again: false },
  foreign_origin: {
    remedy: '`/mcp` only: send the request from a program, or from a page of the server.',
    again: false,
  },
  admin_required: { remedy: 'Pages only: ask an admin of the server.', again: false },
  registration_closed: { remedy: 'Pages only: ask the operator for an invite.', again: false },
  invalid_link: { remedy: 'Pages only: ask the operator for a new link.', again: false },
  not_found: { remedy: 'Correct the URL, and use only objects of your account.', again: false },
  method_not_allowed: { remedy: 'Use a method named in the header `Allow`.', again: false },
  webhook_limit: { remedy: 'Delete or change an existing webhook.', again: false },
  inbox_limit: { remedy: 'Delete an inbox.', again: false },
  rule_limit: { remedy: 'Delete a rule.', again: false },
  board_limit: { remedy: 'Delete a price board.', again: false },
  key_limit: { remedy: 'Pages only: revoke a key that you do not need.', again: false },
  last_admin: { remedy: 'Pages only: ask the operator to delete the account.', again: false },
  email_taken: { remedy: 'Pages only: log in to that account.', again: false },
  idempotency_conflict: {
    remedy: 'Wait for the answer to the first request with the same `Idempotency-Key`.',
    again: true,
  },
  body_too_large: { remedy: 'Send a body of at most 16 KiB.', again: false },
  unsupported_media_type: { remedy: 'Send `Content-Type: application/json`.', again: false },
  idempotency_key_reused: { remedy: 'Use a new `Idempotency-Key` for a new request.', again: false },
  rate_limited: { remedy: 'Wait the number of seconds in `Retry-After`, and send fewer requests.', again: true },
  quota_exceeded: { remedy: 'Wait until the next month (UTC), or ask the operator for another plan.', again: true },
  stream_limit: { remedy: 'Close a stream, or let your programs share one stream.', again: true },
  internal_error: { remedy: 'Send the operator the `X-Request-Id` of the answer.', again: true },
  data_unavailable: {
    remedy:
      'The endpoint `sources` shows the reason. If the error has `smallest_trade`, every ad requires a larger amount than usual.',
    again: true,
  },
  mail_refused: {
    remedy: 'Check the e-mail address, or ask the operator whether the server can send mail.',
    again: true,
  },
  overloaded: { remedy: 'Wait the number of seconds in `Retry-After`.', again: true },
  storage_unavailable: { remedy: 'Retry later. Endpoints with current prices still work.', again: true },
}

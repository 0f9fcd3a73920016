/** What a page of ours may do: run and show what comes from this server, and ask it. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Sent with everything that a browser may show. */
export const pageHeaders: readonly string[] = [
  'Content-Security-Policy',
  pagePolicy,
  'X-Content-Type-Options',
  'nosniff',
  // Changes name where they come from; other origins are told nothing.
  'Referrer-Policy',
  'same-origin',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
]

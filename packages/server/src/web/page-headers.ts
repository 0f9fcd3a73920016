import { plainStyleSource } from './plain-page.js'

/** What a page of ours may do: run and show what comes from this server, and ask it. */
const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const headersOf = (style: string): readonly string[] => [
  'Content-Security-Policy',
  policyOf(style),
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

/** Sent with everything that a browser may show. */
export const pageHeaders = headersOf("'self'")
/** Sent with a plain page, whose style stands in it. */
export const plainHeaders = headersOf(plainStyleSource)

import { plainStyleSource } from './plain-page.js'

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
  // Changes carry their origin; other origins get no referrer.
  'Referrer-Policy',
  'same-origin',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
]

export const pageHeaders = headersOf("'self'")
export const plainHeaders = headersOf(plainStyleSource)

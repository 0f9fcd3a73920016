import { createHash } from 'node:crypto'
import { headerList } from '../reply.js'
import { escapeHtml } from './fill-template.js'
import type { Language } from './language.js'

export type PlainWords = {
  readonly title: string
  readonly todo?: string
  /** Text of the link to the start page. Boards have none, because other sites embed them. */
  readonly home?: string
}

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;background:#fff;color:#12161c;font:16px/1.5 system-ui,sans-serif}',
  'header{padding:16px 24px;border-bottom:1px solid #dee3e9;font-weight:600}',
  'main{max-width:40rem;padding:40px 24px}',
  'h1{margin:0 0 8px;font-size:20px;font-weight:600}',
  'p{margin:0 0 16px;color:#434c58;overflow-wrap:anywhere}',
  'a{color:#0a49a6}',
  '@media(prefers-color-scheme:dark){body{background:#14171c;color:#e8eaed}header{border-color:#343a43}p{color:#a3acb8}a{color:#8ab8ff}}',
].join('')

/** Source by which a content security policy allows this style alone. */
export const styleSource = (css: string): string => `'sha256-${createHash('sha256').update(css).digest('base64')}'`

export const plainStyleSource = styleSource(style)

export const plainPage = (language: Language, { title, todo, home }: PlainWords): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)} · p2p-rates</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>`,
    `<body><header>p2p-rates</header><main><h1>${escapeHtml(title)}</h1>`,
    ...(todo === undefined ? [] : [`<p>${escapeHtml(todo)}</p>`]),
    ...(home === undefined ? [] : [`<p><a href="/">${escapeHtml(home)}</a></p>`]),
    '</main></body>',
    '</html>',
    '',
  ].join('\n')

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

const headersOf = (style: string): readonly string[] =>
  headerList({
    'Content-Security-Policy': policyOf(style),
    'X-Content-Type-Options': 'nosniff',
    // Changes carry their origin; other origins get no referrer.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })

export const pageHeaders = headersOf("'self'")
export const plainHeaders = headersOf(plainStyleSource)

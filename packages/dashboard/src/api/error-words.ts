import type { Translator } from '../words/translator.js'
import type { ApiError } from './api-error.js'

export type ErrorFacts = {
  readonly fiat?: string
  readonly field?: string
  readonly what?: string
  readonly plan?: string
  readonly limit?: number
  readonly secondsLeft?: number
}

/** The words of an error in the reader's language. The server's own sentence is English and stays in the code line. */
export function errorWords({ t, findText, lang }: Translator, error: ApiError, facts: ErrorFacts = {}) {
  const message = findText(`error.${error.code}`)
  const advice = findText(`error.${error.code}.do`)
  const values: Readonly<Record<string, string>> = {
    fiat: facts.fiat ?? 'USDT',
    param: facts.field ?? error.param ?? '',
    what: facts.what ?? '',
    plan: facts.plan ?? '',
    n: String(facts.secondsLeft ?? error.retryAfterSeconds ?? facts.limit ?? ''),
    id: error.requestId ?? '',
    code: error.code,
    date: nextMonth(lang),
  }
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').replace(/ {2,}/g, ' ')
  return message === null || advice === null
    ? { message: t('error.unknown'), advice: t('error.unknown.do', { code: error.code }) }
    : { message: fill(message), advice: fill(advice) }
}

/** First day of the next calendar month (UTC), when quotas reset. */
function nextMonth(lang: string): string {
  const now = new Date()
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}

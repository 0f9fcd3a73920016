import type { Translator } from '../words/translator.js'
import type { AskError } from './ask-error.js'

export type ErrorWords = { readonly said: string; readonly todo: string }

export type ErrorFacts = {
  readonly fiat?: string
  readonly field?: string
  readonly what?: string
  readonly plan?: string
  readonly limit?: number
  readonly secondsLeft?: number
}

/** The words of an error in the reader's language. The server's own sentence is English and stays in the code line. */
export function errorWords({ t, find, lang }: Translator, error: AskError, facts: ErrorFacts = {}): ErrorWords {
  const said = find(`error.${error.code}`)
  const todo = find(`error.${error.code}.do`)
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
  return said === null || todo === null
    ? { said: t('error.unknown'), todo: t('error.unknown.do', { code: error.code }) }
    : { said: fill(said), todo: fill(todo) }
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

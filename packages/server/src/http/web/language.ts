import type { IncomingHttpHeaders } from 'node:http'

export const languages = ['en', 'uk'] as const
export type Language = (typeof languages)[number]

export const readerLanguage = (headers: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): Language =>
  chosenLanguage(headers.cookie) ?? languageOf(headers['accept-language'])

function chosenLanguage(cookies: string | undefined): Language | null {
  const [, chosen] = /(?:^|; ?)p2p-language=([a-z]{2})(?:;|$)/.exec(cookies ?? '') ?? []
  return languages.find((known) => known === chosen) ?? null
}

export function languageOf(acceptLanguage: string | undefined): Language {
  let best: { readonly language: Language; readonly weight: number } = { language: 'en', weight: 0 }
  for (const entry of (acceptLanguage ?? '').slice(0, longestRead).split(',')) {
    const [range = '', ...parameters] = entry.split(';')
    const [wanted] = range.trim().toLowerCase().split('-')
    const language = languages.find((known) => known === wanted)
    const weight = weightOf(parameters)
    if (language !== undefined && weight > best.weight) best = { language, weight }
  }
  return best.language
}

const longestRead = 256

function weightOf(parameters: readonly string[]): number {
  const [, text = '1'] = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)).find((found) => found !== null) ?? []
  const weight = Number(text)
  return weight >= 0 && weight <= 1 ? weight : 0
}

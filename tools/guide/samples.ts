import { lexer, type Token } from 'marked'

/** Languages whose samples are programs. What else stands in a fence is only looked at. */
export const programLanguages = ['sh', 'ts', 'python', 'go', 'php'] as const
export type ProgramLanguage = (typeof programLanguages)[number]

/** Test mode of a sample, chosen by a word after its language. */
export const sampleModes = {
  plain: 'run against a server, with a key',
  direct: 'run without a server: the exchanges are asked',
  server: 'run on a machine without a server: it starts one',
  follow: 'run until it has printed what it should: it never ends by itself',
  retried: 'run against a server whose first answer is 429',
  webhook: 'run where there is a webhook already',
  receiver: 'started, and sent genuine and forged webhooks',
  check: 'read by the compiler alone, because it needs what a test does not have',
  example: 'not run: it shows what every reader has otherwise',
} as const
export type SampleMode = keyof typeof sampleModes

export type Fence = { readonly language: string; readonly words: readonly string[]; readonly code: string }

/** Adjacent code blocks: the same program in several languages, and their common output. */
export type SampleGroup = { readonly programs: readonly Fence[]; readonly output: Fence | null }

export type Piece = { readonly token: Token } | { readonly group: SampleGroup }

export function piecesOf(body: string): readonly Piece[] {
  const pieces: Piece[] = []
  let fences: Fence[] = []
  const endGroup = () => {
    if (fences.length > 0) pieces.push({ group: groupOf(fences) })
    fences = []
  }
  for (const token of lexer(body)) {
    if (token.type === 'code') fences.push(readFence(token.lang ?? '', token.text))
    else if (token.type !== 'space') {
      endGroup()
      pieces.push({ token })
    }
  }
  endGroup()
  return pieces
}

export const groupsOf = (body: string): readonly SampleGroup[] =>
  piecesOf(body).flatMap((piece) => ('group' in piece ? [piece.group] : []))

function readFence(info: string, code: string): Fence {
  const [language = '', ...words] = info.split(' ')
  return { language, words, code: `${code}\n` }
}

const groupOf = (fences: readonly Fence[]): SampleGroup => ({
  programs: fences.filter((fence) => !isOutput(fence)),
  output: fences.find(isOutput) ?? null,
})

const isOutput = ({ words }: Fence): boolean => words.includes('output')

export const isProgram = ({ language }: Fence): boolean => programLanguages.some((known) => known === language)

export function sampleModeOf({ words }: Fence): SampleMode {
  const known = Object.keys(sampleModes) as SampleMode[]
  return known.find((manner) => words.includes(manner)) ?? 'plain'
}

export const isRun = (fence: Fence): boolean => isProgram(fence) && !['check', 'example'].includes(sampleModeOf(fence))

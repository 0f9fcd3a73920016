import type { z } from 'zod'

/** Reads untrusted JSON: never throws, rejects deeper nesting than any exchange uses. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'invalid' | 'too-deep' }

export function readJson(text: string): JsonReading {
  if (nestsDeeperThan(text, maxDepth)) return { ok: false, why: 'too-deep' }
  const value = parse(text)
  // Advertisers paste raw control characters into their remarks, and Bybit passes them on unescaped.
  const again = value === undefined ? parse(text.replace(controlCharacters, ' ')) : value
  return again === undefined ? { ok: false, why: 'invalid' } : { ok: true, value: again }
}

/** Value of this shape in untrusted JSON, or undefined. */
export function parseJson<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  const json = readJson(text)
  return json.ok ? schema.safeParse(json.value).data : undefined
}

/** Deepest recorded answer: eight levels. */
const maxDepth = 32
const controlCharacters = /[\u0000-\u001f]/g

/** JSON has no `undefined`, so it can stand for "not JSON". */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Measured on the text, before anything is built from it. */
function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) {
      depth++
      if (depth > limit) return true
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return false
}

function endOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
  } while (isEscaped(text, end))
  return end
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

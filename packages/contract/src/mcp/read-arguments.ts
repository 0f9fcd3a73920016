import { nearestWord } from '@p2p-rates/core/internal'
import type { ErrorResponse } from '../errors/error-codes.js'
import type { Arguments, Tool } from './tool.js'

type Read = { readonly values: Arguments } | { readonly problem: ErrorResponse }

/**
 * Read the arguments of a tool as text. Models invent names, so reject an unknown name and suggest the nearest known
 * one.
 */
export function readArguments({ name: tool, params }: Pick<Tool, 'name' | 'params'>, given: unknown): Read {
  if (given === undefined || given === null) return { values: {} }
  if (typeof given !== 'object' || Array.isArray(given)) return refuse('arguments', 'Arguments are one JSON object.')
  const values: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(params, name)) return unknownArgument(tool, name, Object.keys(params))
    const text = textOf(value)
    if (text === null) return refuse(name, `\`${name}\` must be a text, a number, true or false.`)
    values[name] = text
  }
  return { values }
}

function unknownArgument(tool: string, name: string, known: readonly string[]): Read {
  const meant = nearestWord(name, known)
  const short = shortened(name)
  return meant === null
    ? refuse(short, `There is an unknown argument. ${tool} takes ${known.length === 0 ? 'none' : known.join(', ')}.`)
    : refuse(short, `\`${short}\` is unknown: did you mean \`${meant}\`?`, meant)
}

/** Undefined if absent, `null` if not a single value. Numbers are written in plain digits. */
function textOf(value: unknown): string | undefined | null {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
}

const shortened = (name: string): string => [...name].slice(0, 32).join('')

const refuse = (param: string, message: string, suggestion?: string): { readonly problem: ErrorResponse } => ({
  problem: { code: 'invalid_parameter', param, message, ...(suggestion === undefined ? {} : { suggestion }) },
})

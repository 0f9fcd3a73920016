import { expect, test } from 'vitest'
import { guardProof } from './guard.js'

test('no spelling, name server or redirect leads a webhook to a private address', async () => {
  const seed = Math.floor(Math.random() * 1e9)
  const lines: string[] = []
  const { holds, figure } = await guardProof.run({ seed, fast: true, print: (line) => lines.push(line) })
  expect({ seed, lines, holds }).toEqual({ seed, lines: [], holds: true })
  expect(figure).toMatch(/^1[5-9]\d hostile spellings, 300 resolver scripts, 0 connections$/)
})

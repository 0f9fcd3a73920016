import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const run = (...args: string[]) => spawn(process.execPath, ['--import', 'tsx', main, ...args])

test('prints one line per exchange, keeps serving and stops on SIGTERM', async () => {
  const child = run('--seed', '7', '--exchange', 'binance', '--exchange', 'okx', '--fault', 'okx=unavailable:502')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) if (lines.push(line) === 2) break
  expect(lines[0]).toMatch(/^binance http:\/\/127\.0\.0\.1:\d+$/)
  expect((await fetch(`${lines[1]?.slice('okx '.length)}/`)).status).toBe(502)
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})

test.each([
  ['--seed', 'x'],
  ['--exchange', 'nasdaq'],
  ['--crossed', 'UAH=lots'],
  ['--crossed', 'XXX=4'],
])('explains itself when called with %s %s', async (...args) => {
  const child = run(...args)
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  expect((await once(child, 'close'))[0]).toBe(2)
  expect(text).toContain('Usage: p2p-simulator')
})

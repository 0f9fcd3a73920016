import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { PlanRequest } from '../accounts/plan-requests.js'
import { createLog } from '../base/log/log.js'
import { makeFolder } from '../testing/make-folder.js'
import { createPlanRequestHook } from './plan-requests.js'

const request: PlanRequest = {
  account_id: 'acc_1',
  email: 'ann@example.com',
  plan: 'Free',
  wanted_plan: 'Pro',
  note: '"; rm -rf / #\n$(id) `id`',
  at: '2026-11-21T10:00:00.000Z',
}

const aHook = (script: string, timeoutMs?: number) => {
  const folder = makeFolder()
  const program = join(folder, "it's a hook; $HOME")
  writeFileSync(program, `#!${process.execPath}\n${script.replaceAll('FOLDER', JSON.stringify(folder))}`, {
    mode: 0o755,
  })
  const lines: string[] = []
  const tell = createPlanRequestHook(
    program,
    createLog('info', (line) => void lines.push(line)),
    timeoutMs,
  )
  return { tell, lines, made: () => readFileSync(join(folder, 'made'), 'utf8') }
}
const write = (what: string) => `require('fs').writeFileSync(FOLDER + '/made', ${what})`

test('the program is given the request word for word, and no shell reads it', async () => {
  const { tell, made, lines } = aHook(write("require('fs').readFileSync(0)"))
  expect(await tell(request)).toBe(true)
  expect(JSON.parse(made())).toEqual(request)
  expect(lines).toEqual([])
})

test('it sees none of our settings, and no arguments', async () => {
  vi.stubEnv('P2P_MASTER_KEY', 'a secret')
  const { tell, made } = aHook(write('JSON.stringify([Object.keys(process.env), process.argv.length])'))
  expect(await tell(request)).toBe(true)
  vi.unstubAllEnvs()
  const [names, words] = JSON.parse(made()) as [string[], number]
  expect(names.filter((name) => name.startsWith('P2P_'))).toEqual([])
  expect(words).toBe(2)
})

test.each([
  ['ends with an error', 'process.exit(3)', 'ended with 3'],
  ['dies', "process.kill(process.pid, 'SIGTERM')", 'ended by SIGTERM'],
])('a run that %s is reported to the operator, and never as a success', async (_, script, words) => {
  const { tell, lines } = aHook(script)
  expect(await tell(request)).toBe(false)
  expect(lines.join()).toContain(words)
  expect(lines.join()).not.toContain('ann@example.com')
})

test('one that hangs is ended', async () => {
  const { tell, lines } = aHook('setInterval(() => {}, 1000)', 300)
  expect(await tell(request)).toBe(false)
  expect(lines.join()).toContain('SIGKILL')
})

test('one that reads nothing and one that prints much work, too', async () => {
  expect(await aHook('process.exit(0)').tell(request)).toBe(true)
  expect(await aHook("process.stdout.write('x'.repeat(5_000_000))").tell(request)).toBe(true)
})

test('one that is not there is an error like any other', async () => {
  const lines: string[] = []
  const tell = createPlanRequestHook(
    join(makeFolder(), 'none'),
    createLog('info', (line) => void lines.push(line)),
  )
  expect(await tell(request)).toBe(false)
  expect(lines.join()).toContain('ENOENT')
})

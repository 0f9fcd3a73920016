import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createLog } from '../base/log/log.js'
import { createSecurityLog, securityEventNames } from './security-events.js'

test('the guide for operators explains every event', () => {
  const guide = readFileSync(new URL('../../../../docs/self-hosting.md', import.meta.url), 'utf8')
  const [, section = ''] = /\n## Audit log\n(.*?)\n## /s.exec(guide) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| `') && !line.startsWith('| `event`'))
  const explained = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect([...explained].sort()).toEqual([...securityEventNames].sort())
})

test('each event is counted and one line, failed and refused log-ins as warnings', () => {
  const lines: string[] = []
  const { report, counts } = createSecurityLog(createLog('info', (line) => lines.push(line)))
  expect([...counts.values()].every((count) => count === 0)).toBe(true)
  report({ event: 'log_in_failed', network: '192.0.2.7' })
  report({ event: 'plan_changed', accountId: 'acc_1', plan: 'Pro', by: 'operator' })
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 40, event: 'log_in_failed', network: '192.0.2.7' }),
    expect.objectContaining({ level: 30, event: 'plan_changed', account_id: 'acc_1', plan: 'Pro', by: 'operator' }),
  ])
  expect([counts.get('log_in_failed'), counts.get('plan_changed'), counts.get('log_in')]).toEqual([1, 1, 0])
})

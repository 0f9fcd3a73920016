import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from '@p2p-rates/core/testing'
import { createMetrics } from '@p2p-rates/server/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { repository } from '../throw-away-copy.js'

const read = (path: string) => readFileSync(join(repository, 'deploy/metrics', path), 'utf8')
const rules = read('p2p-rates.rules.yml')
const dashboard = read('grafana/p2p-rates.json')

const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\bp2p_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')))

describe('rules and dashboard', () => {
  let told: ReadonlySet<string>
  beforeAll(async () => {
    const metrics = createMetrics()
    told = new Set([...(await metrics.renderMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''))
  })

  test('ask for metrics of the server, and for no others', () => {
    expect(namesIn(rules).size).toBeGreaterThan(5)
    for (const name of [...namesIn(rules), ...namesIn(dashboard)]) expect(told).toContain(name)
  })

  test('show every metric of the server', () => {
    expect(namesIn(dashboard)).toEqual(told)
  })
})

test('every alert is put to the test', () => {
  const tested = readFileSync(join(repository, 'tools/deploy/alert-rules-test.yml'), 'utf8')
  for (const [, name] of rules.matchAll(/- alert: (\w+)/g))
    expect(tested.split(`alertname: ${name}`).length - 1, name).toBeGreaterThanOrEqual(2)
})

describe('promtool', needs('promtool'), () => {
  test.each([
    ['check', 'config', 'deploy/metrics/prometheus.yml'],
    ['check', 'rules', 'deploy/metrics/p2p-rates.rules.yml'],
    ['test', 'rules', 'tools/deploy/alert-rules-test.yml'],
  ])('%s %s %s', (...words) => {
    const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: repository, encoding: 'utf8' })
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' })
  })
})

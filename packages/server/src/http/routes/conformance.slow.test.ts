import { createRandom } from '@p2p-rates/core/internal'
import { checkEach } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCases } from '../../testing/conformance/all-cases.js'
import { type ConformanceServer, openConformanceServer, runCase } from '../../testing/conformance/conformance-server.js'
import { randomCase } from '../../testing/conformance/random-cases.js'

let scene: ConformanceServer
beforeAll(async () => {
  scene = await openConformanceServer()
})
afterAll(() => scene.stop())

const byEndpoint = new Map<string, ReturnType<typeof allCases>>()
for (const one of allCases()) byEndpoint.set(one.endpoint, [...(byEndpoint.get(one.endpoint) ?? []), one])

test.each([...byEndpoint])('every situation of %s is answered as the served document promises', (_, cases) =>
  checkEach(cases, async (one) => {
    expect(await runCase(scene, one)).toEqual([])
  }),
)

test('so are 1,000 mixtures of right, wrong, repeated and missing parameters', () => {
  const random = createRandom(Number(process.env.SEED))
  return checkEach(
    Array.from({ length: 1_000 }, () => randomCase(random)),
    async (one) => {
      expect(await runCase(scene, one)).toEqual([])
    },
  )
})

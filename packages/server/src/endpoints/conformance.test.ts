import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCases } from '../testing/conformance/all-cases.js'
import { openScene, play, type Scene } from '../testing/conformance/scene.js'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.stop())

const byEndpoint = new Map<string, ReturnType<typeof allCases>>()
for (const one of allCases()) byEndpoint.set(one.endpoint, [...(byEndpoint.get(one.endpoint) ?? []), one])

describe.each([...byEndpoint])('%s', (_, cases) => {
  test.each(cases)('$name', async (one) => {
    expect(await play(scene, one)).toEqual([])
  })
})

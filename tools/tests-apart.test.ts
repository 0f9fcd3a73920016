import { expect, test } from 'vitest'
import { testsApart } from './tests-apart.js'
import { repository } from './throw-away-copy.js'

test('what mocks, plugs in or changes the environment is apart, and little else is', () => {
  const apart = testsApart(repository, ['packages', 'tools'])
  for (const path of [
    'packages/server/src/webhooks/dial.isolated.test.ts',
    'packages/server/src/endpoints/plugged-in.isolated.test.ts',
    'packages/cli/src/commands/stats.test.ts',
    'packages/dashboard/src/routes/router.test.ts',
  ])
    expect(apart).toContain(path)
  expect(apart).not.toContain('packages/server/src/endpoints/conformance.test.ts')
  expect(apart.length).toBeLessThan(100)
})

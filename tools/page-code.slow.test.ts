import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readGuide } from './guide/guide.js'
import { groupsOf } from './guide/samples.js'
import { pages } from './repository-pages.js'
import { repository } from './throw-away-copy.js'
import { type Block, faultsOf } from './type-check-samples.js'

const onPages = pages.flatMap((page) =>
  [...readFileSync(join(repository, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = '']): Block => ({ page, code }),
  ),
)
const inGuide = readGuide('en').flatMap(({ slug, body }) =>
  groupsOf(body)
    .flatMap(({ programs }) => programs)
    .filter(({ language }) => language === 'ts')
    .map(({ code }): Block => ({ page: `docs/guide/${slug}.md`, code })),
)

test('TypeScript on the pages and in the guide type-checks', () => {
  expect(onPages.length).toBeGreaterThan(10)
  expect(inGuide.length).toBeGreaterThan(10)
  expect(faultsOf([...onPages, ...inGuide])).toEqual([])
})

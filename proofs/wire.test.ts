import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { wireProof } from './wire.js'

const ownFixtures = fileURLToPath(new URL('../packages/core/fixtures', import.meta.url))
const scratch: string[] = []
afterEach(() => {
  for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true })
})

const run = async (dir?: string) => {
  const printed: string[] = []
  const options = { seed: 1, fast: true, print: (line: string) => printed.push(line) }
  const { breaches } = await wireProof.run(dir === undefined ? options : { ...options, dir })
  return { holds: breaches.length === 0, printed: printed.join('\n') }
}

function folderWith(exchange: string, file: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wire-'))
  scratch.push(folder)
  cpSync(join(ownFixtures, exchange), join(folder, exchange), { recursive: true })
  writeFileSync(join(folder, exchange, file), text)
  return folder
}

const okxPage = () => JSON.parse(readFileSync(join(ownFixtures, 'okx/uah-buy.json'), 'utf8'))

test('our own fixtures read without a rejected ad', async () => {
  expect(await run(ownFixtures)).toMatchObject({ holds: true })
})

describe('the proof fails', () => {
  test('when one ad of a recording is rejected', async () => {
    const page = okxPage()
    page.data.sell.push(...page.data.sell, { ...page.data.sell[0], price: '41,20' })
    const result = await run(folderWith('okx', 'uah-buy-broken.json', JSON.stringify(page)))
    expect(result.holds).toBe(false)
    expect(result.printed).toContain('8 ads, 1 rejected')
    expect(result.printed).toContain('row 8: price')
  })
})

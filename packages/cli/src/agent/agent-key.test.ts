import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openAgentKey } from './agent-key.js'

const folder = mkdtempSync(join(tmpdir(), 'p2p-agent-'))
const file = join(folder, 'deep', 'key.pem')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a key is made once, for its owner alone, and is the same from then on', () => {
  const made = openAgentKey(file)
  expect(made).toMatchObject({ isNew: true, publicText: expect.stringMatching(/^[\w-]{43}$/) })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(openAgentKey(file)).toMatchObject({ isNew: false, publicText: made.publicText })
})

test('no command line takes its public half for an option', () => {
  for (let time = 0; time < 200; time += 1)
    expect(openAgentKey(join(folder, `key-${time}.pem`)).publicText).not.toMatch(/^-/)
})

test('a key that others may read, or that is none, is not used', () => {
  openAgentKey(file)
  chmodSync(file, 0o644)
  expect(() => openAgentKey(file)).toThrow(/chmod 600/)
  const { privateKey } = generateKeyPairSync('x25519')
  for (const text of ['nothing', privateKey.export({ type: 'pkcs8', format: 'pem' })]) {
    writeFileSync(file, text)
    chmodSync(file, 0o600)
    expect(() => openAgentKey(file)).toThrow(/no Ed25519 key/)
  }
})

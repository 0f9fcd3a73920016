import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  acceptKey,
  createSecretBox,
  findMasterKey,
  isSealed,
  MasterKeyError,
  openSecretBox,
  readMasterKey,
} from './master-key.js'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'p2p-rates-key-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('the master key', () => {
  test('is made at the first start, for its owner only, and kept', () => {
    const key = readMasterKey(dir, undefined)
    expect(key).toHaveLength(32)
    expect(statSync(join(dir, 'master.key')).mode & 0o777).toBe(0o600)
    expect(readMasterKey(dir, undefined)).toEqual(key)
    expect(readdirSync(dir)).toEqual(['master.key'])
  })

  test('that others could read is made private again', () => {
    readMasterKey(dir, undefined)
    chmodSync(join(dir, 'master.key'), 0o644)
    readMasterKey(dir, undefined)
    expect(statSync(join(dir, 'master.key')).mode & 0o777).toBe(0o600)
  })

  test('of the operator wins and is written nowhere', () => {
    const key = randomBytes(32)
    expect(readMasterKey(dir, key.toString('hex'))).toEqual(key)
    expect(readdirSync(dir)).toEqual([])
  })

  test('is found where there is one, and never made by looking', () => {
    expect(findMasterKey(dir, undefined)).toBeNull()
    expect(readdirSync(dir)).toEqual([])
    expect(findMasterKey(dir, 'ab'.repeat(32))).toEqual(Buffer.alloc(32, 0xab))
    const key = readMasterKey(dir, undefined)
    expect(findMasterKey(dir, undefined)).toEqual(key)
    writeFileSync(join(dir, 'master.key'), 'half')
    expect(() => findMasterKey(dir, undefined)).toThrow(MasterKeyError)
  })

  test('that is damaged is refused, not replaced', () => {
    writeFileSync(join(dir, 'master.key'), 'abc\n')
    expect(() => readMasterKey(dir, undefined)).toThrow('64 hex digits')
    expect(readFileSync(join(dir, 'master.key'), 'utf8')).toBe('abc\n')
  })
})

describe('data know the key they were sealed with', () => {
  const notes = () => {
    const kept = new Map<string, string>()
    return {
      kept,
      getMeta: async (name: string) => kept.get(name) ?? null,
      setMeta: async (name: string, value: string) => void kept.set(name, value),
    }
  }
  const place = (configured?: string) => ({ dataDir: dir, configured })
  const [one, other] = ['1'.repeat(64), '2'.repeat(64)]
  const secretOf = (key: string) => {
    const secretBox = createSecretBox(Buffer.from(key, 'hex'))
    return { id: 'wh_1', sealedSecret: secretBox.seal('whsec_x', 'wh_1') }
  }

  test('and open with it again, without keeping anything of it', async () => {
    const data = notes()
    expect(await isSealed(data)).toBe(false)
    await openSecretBox(place(one), data, [])
    expect(await isSealed(data)).toBe(true)
    expect(JSON.stringify([...data.kept])).not.toContain(one)
    await openSecretBox(place(one), data, [])
  })

  test('another key is refused, also before the first webhook', async () => {
    const data = notes()
    await openSecretBox(place(one), data, [])
    await expect(openSecretBox(place(other), data, [])).rejects.toThrow(MasterKeyError)
  })

  test('a lost key file is not made again', async () => {
    const data = notes()
    await openSecretBox(place(), data, [])
    rmSync(join(dir, 'master.key'))
    await expect(openSecretBox(place(), data, [])).rejects.toThrow(/is gone\. Put it back/)
    expect(readdirSync(dir)).toEqual([])
  })

  test('so it is with data of the first release, which knew it by their secrets only', async () => {
    await expect(openSecretBox(place(other), notes(), [secretOf(one)])).rejects.toThrow(MasterKeyError)
    await expect(openSecretBox(place(), notes(), [secretOf(one)])).rejects.toThrow(MasterKeyError)
    const data = notes()
    await openSecretBox(place(one), data, [secretOf(one), secretOf(other)])
    await expect(openSecretBox(place(other), data, [])).rejects.toThrow(MasterKeyError)
  })

  test('until an operator who has lost it allows another one', async () => {
    const data = notes()
    await openSecretBox(place(one), data, [])
    await acceptKey(createSecretBox(Buffer.from(other, 'hex')), data)
    await openSecretBox(place(other), data, [secretOf(one)])
  })
})

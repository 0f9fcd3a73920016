import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps webhook secrets so that the data alone reveal none: AES-256-GCM, bound to the webhook they belong to. */
export interface Seal {
  seal(secret: string, webhookId: string): Uint8Array
  open(sealed: Uint8Array, webhookId: string): string
}

export const createSeal = (masterKey: Buffer): Seal => ({
  seal: (secret, webhookId) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(webhookId))
    const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
  },
  open: (sealed, webhookId) => {
    const bytes = Buffer.from(sealed)
    const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, 12))
      .setAAD(Buffer.from(webhookId))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  },
})

/** The operator's key, or one made at the first start and kept beside the data, readable by their owner only. */
export const readMasterKey = (dataDir: string, configured: string | undefined): Buffer => {
  if (configured !== undefined) return Buffer.from(configured, 'hex')
  const path = join(dataDir, 'master.key')
  if (!existsSync(path)) makeKeyFile(path)
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== 32) throw new Error(`${path} does not hold 64 hex digits.`)
  return key
}

/** Written whole before it gets its name: a crash leaves either no key or a key. */
const makeKeyFile = (path: string): void => {
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft)
  }
}

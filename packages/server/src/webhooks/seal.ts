import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncDirectory } from '../sync-directory.js'

/** Keeps webhook secrets so that the data alone reveal none: AES-256-GCM, bound to the webhook they belong to. */
export interface Seal {
  seal(secret: string, webhookId: string): Uint8Array
  open(sealed: Uint8Array, webhookId: string): string
  /** False for what was sealed with another master key or for another webhook. */
  opens(sealed: Uint8Array, webhookId: string): boolean
}

export const createSeal = (masterKey: Buffer): Seal => {
  const open = (sealed: Uint8Array, webhookId: string): string => {
    const bytes = Buffer.from(sealed)
    const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(webhookId))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }
  return {
    seal: (secret, webhookId) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(webhookId))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
    },
    open,
    opens: (sealed, webhookId) => {
      try {
        open(sealed, webhookId)
        return true
      } catch {
        return false
      }
    },
  }
}

/** The operator's key, or one made at the first start and kept beside the data, readable by their owner only. */
export const readMasterKey = (dataDir: string, configured: string | undefined): Buffer => {
  if (configured !== undefined) return Buffer.from(configured, 'hex')
  const path = join(dataDir, 'master.key')
  if (!existsSync(path)) makeKeyFile(dataDir, path)
  chmodSync(path, 0o600)
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${path} does not hold 64 hex digits.`)
  return Buffer.from(text, 'hex')
}

/** Written whole before it gets its name, and its name written down before anything is sealed: no crash leaves half a key or sealed secrets without one. */
const makeKeyFile = (dataDir: string, path: string): void => {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft)
  }
  syncDirectory(dataDir)
}

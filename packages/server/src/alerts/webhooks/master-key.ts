import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncDirectory } from '../../base/fs/sync-directory.js'
import type { Notes, ReadableNotes } from '../../base/notes.js'

/** The key at hand is not the one that these data were sealed with. Without it no webhook can be signed. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError'
}

export type KeyLocation = { readonly dataDir: string; readonly configured: string | undefined }

/** Sealed with the key when it is first used. Another key is noticed by it, before it seals anything. */
const canaryName = 'master_key'
const canaryText = 'the key of these data'

/** The seal of these data, or a refusal: a key is never made or taken where another one was in use. */
export async function openSecretBox(
  place: KeyLocation,
  notes: Notes,
  sealedSecrets: readonly SealedSecret[],
): Promise<SecretBox> {
  const canary = await readCanary(notes)
  if (place.configured === undefined) finishKeyRotation(place.dataDir, canary)
  const isUsed = canary !== null || sealedSecrets.length > 0
  const path = keyPathOf(place.dataDir)
  if (isUsed && place.configured === undefined && !existsSync(path))
    throw new MasterKeyError(`${path} is gone. Put it back, or set P2P_MASTER_KEY; if it is lost: ${recoveryCommand}`)
  const secretBox = createSecretBox(readMasterKey(place.dataDir, place.configured))
  if (!fitsSealedData(secretBox, canary, sealedSecrets))
    throw new MasterKeyError(
      `The master key is not the one these data were sealed with. Put that one back; if it is lost: ${recoveryCommand}`,
    )
  if (canary === null) await acceptKey(secretBox, notes)
  return secretBox
}

type SealedSecret = { readonly id: string; readonly sealedSecret: Uint8Array }

const recoveryCommand = 'p2p-server master-key accept.'

export const isSealed = async (notes: ReadableNotes): Promise<boolean> => (await notes.getMeta(canaryName)) !== null

/** From now on this is the key of these data, whatever was sealed with another. */
export const acceptKey = (secretBox: SecretBox, notes: Notes): Promise<void> =>
  notes.setMeta(canaryName, canaryMetaOf(secretBox).value)

const canaryMetaOf = (secretBox: SecretBox): { readonly name: string; readonly value: string } => ({
  name: canaryName,
  value: Buffer.from(secretBox.seal(canaryText, canaryName)).toString('hex'),
})

const readCanary = (notes: ReadableNotes): Promise<string | null> => notes.getMeta(canaryName)

export async function refuseOtherKey(secretBox: SecretBox, file: string, backup: ReadableNotes): Promise<void> {
  if (opensCanary(secretBox, await backup.getMeta(canaryName))) return
  throw new MasterKeyError(`${file} was sealed with another master key. Put that one in place first.`)
}

const opensCanary = (secretBox: SecretBox, canary: string | null): boolean =>
  canary === null || secretBox.canOpen(Buffer.from(canary, 'hex'), canaryName)

function fitsSealedData(secretBox: SecretBox, canary: string | null, secrets: readonly SealedSecret[]): boolean {
  if (canary !== null) return opensCanary(secretBox, canary)
  return secrets.length === 0 || secrets.some(({ id, sealedSecret }) => secretBox.canOpen(sealedSecret, id))
}

const keyPathOf = (dataDir: string): string => join(dataDir, 'master.key')

/** Operator's key, or one generated at the first start next to the data. Only its owner can read it. */
export function readMasterKey(dataDir: string, configured: string | undefined): Buffer {
  if (configured !== undefined) return Buffer.from(configured, 'hex')
  const path = keyPathOf(dataDir)
  if (!existsSync(path)) makeKeyFile(dataDir, path)
  return readKeyFile(path)
}

/** The key at hand, for who must not make one. */
export function findMasterKey(dataDir: string, configured: string | undefined): Buffer | null {
  if (configured !== undefined) return Buffer.from(configured, 'hex')
  const path = keyPathOf(dataDir)
  return existsSync(path) ? readKeyFile(path) : null
}

function readKeyFile(path: string): Buffer {
  chmodSync(path, 0o600)
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new MasterKeyError(`${path} does not hold 64 hex digits. Put the right one back.`)
  return Buffer.from(text, 'hex')
}

/** Written whole before it gets its name, and its name written down before anything is sealed: no crash leaves half a key or sealed secrets without one. */
function makeKeyFile(dataDir: string, path: string): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  writeSynced(draft, `${randomBytes(32).toString('hex')}\n`)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft)
  }
  syncDirectory(dataDir)
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Finishes a rotation that a crash has cut off between its step in the data and the new name of its key file. */
function finishKeyRotation(dataDir: string, canary: string | null): void {
  const next = nextPathOf(dataDir)
  if (!existsSync(next)) return
  if (canary !== null && opensCanary(createSecretBox(readKeyFile(next)), canary)) activateNextKey(dataDir)
  // The data are still sealed with the former key.
  else rmSync(next)
}

/** Keeps the former key next to the new one, because older backups need it. */
function activateNextKey(dataDir: string): void {
  const path = keyPathOf(dataDir)
  if (existsSync(path)) renameSync(path, `${path}.former`)
  renameSync(nextPathOf(dataDir), path)
  syncDirectory(dataDir)
}

const nextPathOf = (dataDir: string): string => join(dataDir, 'master.key.next')

export type SecretBox = ReturnType<typeof createSecretBox>

/** Keeps webhook secrets so that the data alone reveal none: AES-256-GCM, bound to the webhook they belong to. */
export function createSecretBox(masterKey: Buffer) {
  const open = (sealed: Uint8Array, webhookId: string): string => {
    const bytes = Buffer.from(sealed)
    const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(webhookId))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }
  return {
    seal: (secret: string, webhookId: string): Uint8Array => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(webhookId))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
    },
    open,
    /** False if it was sealed with another master key or for another webhook. */
    canOpen: (sealed: Uint8Array, webhookId: string): boolean => {
      try {
        open(sealed, webhookId)
        return true
      } catch {
        return false
      }
    },
  }
}

type SealedData = ReadableNotes & {
  reseal(
    reseal: (sealed: Uint8Array, boundTo: string) => Uint8Array,
    note: { readonly name: string; readonly value: string },
  ): Promise<number>
}

/**
 * Seals all secrets with a new key. The new key is on disk before the one durable step that seals with it, and
 * `finishKeyRotation` finishes at the next start what a crash has cut off. A key from the settings is the operator's, so the new
 * one goes to the file `newKeyFile`.
 */
export async function rotateKey(place: KeyLocation, data: SealedData, newKeyFile: string | null) {
  const { dataDir, configured } = place
  if (configured !== undefined && newKeyFile === null)
    throw new MasterKeyError('P2P_MASTER_KEY is set. Name the file for the new key: master-key rotate --new-key FILE.')
  const canary = await readCanary(data)
  if (configured === undefined) finishKeyRotation(dataDir, canary)
  const former = createSecretBox(readMasterKey(dataDir, configured))
  if (!opensCanary(former, canary))
    throw new MasterKeyError('The master key is not the one these data were sealed with, so nothing was changed.')
  const draft = configured === undefined ? nextPathOf(dataDir) : (newKeyFile ?? '')
  // A file that exists may be the draft of a rotation that was cut off: its key is used.
  if (!existsSync(draft)) {
    writeSynced(draft, `${randomBytes(32).toString('hex')}\n`)
    syncDirectory(dirname(draft))
  }
  const next = createSecretBox(readKeyFile(draft))
  /** Number of secrets that the former key didn't open either; they stay unchanged. */
  let foreign = 0
  const count = await data.reseal((sealed, boundTo) => {
    if (former.canOpen(sealed, boundTo)) return next.seal(former.open(sealed, boundTo), boundTo)
    if (!next.canOpen(sealed, boundTo)) foreign += 1
    return sealed
  }, canaryMetaOf(next))
  if (configured === undefined) activateNextKey(dataDir)
  return { secrets: count - foreign, foreign, keyFile: configured === undefined ? keyPathOf(dataDir) : draft }
}

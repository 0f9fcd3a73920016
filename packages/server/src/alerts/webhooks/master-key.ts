import { randomBytes } from 'node:crypto'
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
import { join } from 'node:path'
import { syncDirectory } from '../../base/fs/sync-directory.js'
import type { Notes, ReadableNotes } from '../../base/notes.js'
import { createSecretBox, type SecretBox } from './secret-box.js'

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

export const canaryMetaOf = (secretBox: SecretBox): { readonly name: string; readonly value: string } => ({
  name: canaryName,
  value: Buffer.from(secretBox.seal(canaryText, canaryName)).toString('hex'),
})

export const readCanary = (notes: ReadableNotes): Promise<string | null> => notes.getMeta(canaryName)

export async function refuseOtherKey(secretBox: SecretBox, file: string, backup: ReadableNotes): Promise<void> {
  if (opensCanary(secretBox, await backup.getMeta(canaryName))) return
  throw new MasterKeyError(`${file} was sealed with another master key. Put that one in place first.`)
}

export const opensCanary = (secretBox: SecretBox, canary: string | null): boolean =>
  canary === null || secretBox.canOpen(Buffer.from(canary, 'hex'), canaryName)

function fitsSealedData(secretBox: SecretBox, canary: string | null, secrets: readonly SealedSecret[]): boolean {
  if (canary !== null) return opensCanary(secretBox, canary)
  return secrets.length === 0 || secrets.some(({ id, sealedSecret }) => secretBox.canOpen(sealedSecret, id))
}

export const keyPathOf = (dataDir: string): string => join(dataDir, 'master.key')

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

export function readKeyFile(path: string): Buffer {
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

export function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Finishes a rotation that a crash has cut off between its step in the data and the new name of its key file. */
export function finishKeyRotation(dataDir: string, canary: string | null): void {
  const next = nextPathOf(dataDir)
  if (!existsSync(next)) return
  if (canary !== null && opensCanary(createSecretBox(readKeyFile(next)), canary)) activateNextKey(dataDir)
  // The data are still sealed with the former key.
  else rmSync(next)
}

/** Keeps the former key next to the new one, because older backups need it. */
export function activateNextKey(dataDir: string): void {
  const path = keyPathOf(dataDir)
  if (existsSync(path)) renameSync(path, `${path}.former`)
  renameSync(nextPathOf(dataDir), path)
  syncDirectory(dataDir)
}

export const nextPathOf = (dataDir: string): string => join(dataDir, 'master.key.next')

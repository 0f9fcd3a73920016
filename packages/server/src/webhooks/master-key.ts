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
import { syncDirectory } from '../fs/sync-directory.js'
import { createSeal, type Seal } from './secret-box.js'

/** The key at hand is not the one that these data were sealed with. Without it no webhook can be signed. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError'
}

export type KeyNotes = {
  getNote(name: string): Promise<string | null>
  setNote(name: string, value: string): Promise<void>
}

export type KeyPlace = { readonly dataDir: string; readonly configured: string | undefined }

/** Sealed with the key when it is first used. Another key is noticed by it, before it seals anything. */
const canaryName = 'master_key'
const canaryText = 'the key of these data'

/** The seal of these data, or a refusal: a key is never made or taken where another one was in use. */
export async function openSeal(
  place: KeyPlace,
  notes: KeyNotes,
  sealedSecrets: readonly SealedSecret[],
): Promise<Seal> {
  const canary = await notedCanary(notes)
  if (place.configured === undefined) settleKeyFile(place.dataDir, canary)
  const isUsed = canary !== null || sealedSecrets.length > 0
  const path = keyPathOf(place.dataDir)
  if (isUsed && place.configured === undefined && !existsSync(path))
    throw new MasterKeyError(`${path} is gone. Put it back, or set P2P_MASTER_KEY; if it is lost: ${wayOut}`)
  const seal = createSeal(readMasterKey(place.dataDir, place.configured))
  if (!fits(seal, canary, sealedSecrets))
    throw new MasterKeyError(
      `The master key is not the one these data were sealed with. Put that one back; if it is lost: ${wayOut}`,
    )
  if (canary === null) await acceptKey(seal, notes)
  return seal
}

type SealedSecret = { readonly id: string; readonly sealedSecret: Uint8Array }

const wayOut = 'p2p-server master-key accept.'

export const isSealed = async (notes: Pick<KeyNotes, 'getNote'>): Promise<boolean> =>
  (await notes.getNote(canaryName)) !== null

/** From now on this is the key of these data, whatever was sealed with another. */
export const acceptKey = (seal: Seal, notes: KeyNotes): Promise<void> =>
  notes.setNote(canaryName, canaryNoteOf(seal).value)

export const canaryNoteOf = (seal: Seal): { readonly name: string; readonly value: string } => ({
  name: canaryName,
  value: Buffer.from(seal.seal(canaryText, canaryName)).toString('hex'),
})

export const notedCanary = (notes: Pick<KeyNotes, 'getNote'>): Promise<string | null> => notes.getNote(canaryName)

export async function refuseOtherKey(seal: Seal, file: string, backup: Pick<KeyNotes, 'getNote'>): Promise<void> {
  if (fitsCanary(seal, await backup.getNote(canaryName))) return
  throw new MasterKeyError(`${file} was sealed with another master key. Put that one in place first.`)
}

export const fitsCanary = (seal: Seal, canary: string | null): boolean =>
  canary === null || seal.opens(Buffer.from(canary, 'hex'), canaryName)

function fits(seal: Seal, canary: string | null, secrets: readonly SealedSecret[]): boolean {
  if (canary !== null) return fitsCanary(seal, canary)
  return secrets.length === 0 || secrets.some(({ id, sealedSecret }) => seal.opens(sealedSecret, id))
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
export function settleKeyFile(dataDir: string, canary: string | null): void {
  const next = nextPathOf(dataDir)
  if (!existsSync(next)) return
  if (canary !== null && fitsCanary(createSeal(readKeyFile(next)), canary)) takeNext(dataDir)
  // The data are still sealed with the former key.
  else rmSync(next)
}

/** Keeps the former key next to the new one, because older backups need it. */
export function takeNext(dataDir: string): void {
  const path = keyPathOf(dataDir)
  if (existsSync(path)) renameSync(path, `${path}.former`)
  renameSync(nextPathOf(dataDir), path)
  syncDirectory(dataDir)
}

export const nextPathOf = (dataDir: string): string => join(dataDir, 'master.key.next')

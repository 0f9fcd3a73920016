import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectory } from '../../base/fs/sync-directory.js'
import type { ReadableNotes } from '../../base/notes.js'
import {
  activateNextKey,
  canaryMetaOf,
  finishKeyRotation,
  type KeyLocation,
  keyPathOf,
  MasterKeyError,
  nextPathOf,
  opensCanary,
  readCanary,
  readKeyFile,
  readMasterKey,
  writeSynced,
} from './master-key.js'
import { createSecretBox } from './secret-box.js'

type SealedData = ReadableNotes & {
  reseal(
    reseal: (sealed: Uint8Array, boundTo: string) => Uint8Array,
    note: { readonly name: string; readonly value: string },
  ): Promise<number>
}

export type Rotated = {
  readonly secrets: number
  /** Number of secrets that the former key didn't open either; they stay unchanged. */
  readonly foreign: number
  readonly keyFile: string
}

/**
 * Seals all secrets with a new key. The new key is on disk before the one durable step that seals with it, and
 * `finishKeyRotation` finishes at the next start what a crash has cut off. A key from the settings is the operator's, so the new
 * one goes to the file `newKeyFile`.
 */
export async function rotateKey(place: KeyLocation, data: SealedData, newKeyFile: string | null): Promise<Rotated> {
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
  let foreign = 0
  const count = await data.reseal((sealed, boundTo) => {
    if (former.canOpen(sealed, boundTo)) return next.seal(former.open(sealed, boundTo), boundTo)
    if (!next.canOpen(sealed, boundTo)) foreign += 1
    return sealed
  }, canaryMetaOf(next))
  if (configured === undefined) activateNextKey(dataDir)
  return { secrets: count - foreign, foreign, keyFile: configured === undefined ? keyPathOf(dataDir) : draft }
}

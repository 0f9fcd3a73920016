import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.js'
import type { ProgramUser } from './postgres-and-redis-programs.js'

/** Folder of one engine's files and socket. Unlike a port, no other process can take it. */
export function makeEngineFolder(user: ProgramUser | null): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'p2p-engine-'))
  if (user !== null) chownSync(path, user.uid, user.gid)
  chmodSync(path, 0o755)
  // An engine that was killed a moment ago may still write.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  return { path, remove: atExit(remove) }
}

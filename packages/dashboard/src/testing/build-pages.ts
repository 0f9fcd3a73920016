import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const workspace = fileURLToPath(new URL('../../../..', import.meta.url))
const dashboard = join(workspace, 'packages/dashboard')
const configFile = join(dashboard, 'vite.config.ts')
const settings = [configFile, join(dashboard, 'browsers.ts'), join(workspace, 'pnpm-lock.yaml')]
const kept = join(workspace, 'node_modules/.cache/p2p-pages')

const sources = ['dashboard', 'contract', 'core', 'sdk'].map((name) => join(workspace, 'packages', name, 'src'))

/** Folder of the built pages. Tests with the same sources share it, so don't write to it. */
export async function buildPages(): Promise<string> {
  const folder = join(kept, nameOf([...settings, ...sources.flatMap(filesIn)]))
  if (existsSync(folder)) return folder
  mkdirSync(kept, { recursive: true })
  removeOld()
  const outDir = mkdtempSync(join(kept, 'being-built-'))
  await build({ configFile, logLevel: 'silent', build: { outDir } })
  try {
    renameSync(outDir, folder)
  } catch (error) {
    // Another test was faster.
    if (!existsSync(folder)) throw error
    rmSync(outDir, { recursive: true })
  }
  return folder
}

function nameOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths)
    hash
      .update(`${relative(workspace, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  return hash.digest('base64url').slice(0, 16)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

const dayMs = 86_400_000

function removeOld(): void {
  for (const name of readdirSync(kept)) {
    const path = join(kept, name)
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { recursive: true, force: true })
  }
}

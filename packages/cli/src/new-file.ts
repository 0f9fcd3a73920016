import { existsSync, lstatSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { CliError } from './cli-error.js'
import { say } from './words/say.js'

/** Before a long task. A file that appears later is not replaced either. */
export function refuseExisting(path: string): void {
  if (existsSync(path) && lstatSync(path).isFile()) throw isThereAlready(path)
}

export async function writeNewFile(path: string, content: string | Uint8Array, force: boolean): Promise<void> {
  // Pipes and devices are written to, not replaced.
  const isNew = !force && !(existsSync(path) && !lstatSync(path).isFile())
  await writeFile(path, content, { flag: isNew ? 'wx' : 'w' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw isThereAlready(path)
    const message = say('{path} cannot be written ({code}).', { path, code: String(error.code) })
    throw new CliError('failed', message, say('Give another --out.'), { cause: error })
  })
}

const isThereAlready = (path: string): CliError =>
  new CliError('failed', say('{path} exists.', { path }), say('Add --force to replace it, or give another --out.'))

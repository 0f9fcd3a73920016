import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'

export const readTextFile = (cli: Cli, path: string): Promise<string> =>
  readFile(resolve(cli.folder, path), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CliError('failed', say('{path} cannot be read ({code}).', { path, code: String(cause.code) }), null, {
      cause,
    })
  })

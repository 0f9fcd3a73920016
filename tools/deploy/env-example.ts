import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../throw-away-copy.js'
import { envExample } from './env-example-text.js'

writeFileSync(join(repository, 'deploy/.env.example'), `${envExample()}\n`)

import type { Translations } from './say.js'
import { account } from './uk/account.js'
import { errors } from './uk/errors.js'
import { prices } from './uk/prices.js'
import { record } from './uk/record.js'
import { tool } from './uk/tool.js'

export const uk: Translations = { ...prices, ...record, ...account, ...tool, ...errors }

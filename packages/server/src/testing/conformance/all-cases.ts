import { answerCases } from './cases/answers.js'
import { httpCases } from './cases/http.js'
import { keyCases } from './cases/keys.js'
import { limitCases } from './cases/limits.js'
import { pageCases } from './cases/pages.js'
import { parameterCases } from './cases/parameters.js'
import { tableCases } from './cases/tables.js'
import { webhookCases } from './cases/webhooks.js'
import type { Case } from './conformance-server.js'

export const allCases = (): readonly Case[] => [
  ...parameterCases(),
  ...tableCases(),
  ...answerCases(),
  ...keyCases(),
  ...limitCases(),
  ...httpCases(),
  ...pageCases(),
  ...webhookCases(),
]

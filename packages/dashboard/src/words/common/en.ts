import { answers } from '@p2p-rates/contract/words/en'
import { frame } from '../en/frame.js'
import type { AreaFiles } from '../load-words.js'

export const words = { ...answers, ...frame }

export const files: AreaFiles = import.meta.glob(['../en/*.ts', '!../en/{frame,market,quote}.ts'])

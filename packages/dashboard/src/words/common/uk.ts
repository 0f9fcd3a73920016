import { answers } from '@p2p-rates/contract/words/uk'
import type { AreaFiles } from '../load-words.js'
import { frame } from '../uk/frame.js'

export const words = { ...answers, ...frame }

export const files: AreaFiles = import.meta.glob(['../uk/*.ts', '!../uk/{frame,market,quote}.ts'])

import type { Mutation } from './mutation.js'
import { priceMutations } from './prices.js'
import { serviceMutations } from './service.js'
import { trustMutations } from './trust.js'

export const mutations: readonly Mutation[] = [...trustMutations, ...priceMutations, ...serviceMutations]

import type { Mutation } from './mutation.js'
import { trustMutations } from './trust.js'

export const mutations: readonly Mutation[] = [...trustMutations]

import { useServices } from '../services-context.js'
import { copyText } from './copy-text.js'

/** Copies a text and says so; whether it could. On simulated data the text says that it is. */
export function useCopy(): (text: string, holdsPrices?: boolean) => Promise<boolean> {
  const { liveRegion, translator, bootstrap } = useServices()
  return async (text, holdsPrices = false) => {
    const done = await copyText(holdsPrices && bootstrap.simulated ? `[SIM] ${text}` : text)
    liveRegion.showToast(translator.t(done ? 'act.copied' : 'act.not_copied'))
    return done
  }
}

import { useServices } from '../services.js'
import { copyText } from './copy-text.js'

/** Copies a text and says so; whether it could. On simulated data the text says that it is. */
export function useCopy(): (text: string, holdsPrices?: boolean) => Promise<boolean> {
  const { announcer, speech, first } = useServices()
  return async (text, holdsPrices = false) => {
    const done = await copyText(holdsPrices && first.simulated ? `[SIM] ${text}` : text)
    announcer.toast(speech.t(done ? 'act.copied' : 'act.not_copied'))
    return done
  }
}

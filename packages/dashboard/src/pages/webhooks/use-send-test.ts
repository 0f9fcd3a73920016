import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'

export function useSendTest(id: string, onSent: () => void) {
  const { ask, announcer, speech } = useServices()
  return useAction(async () => {
    await ask.at('POST /webhooks/{id}/test', {}, { params: { id } })
    announcer.say(speech.t('hooks.test_sent'))
    onSent()
  })
}

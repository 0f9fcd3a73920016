import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

export function useSendTestDelivery(id: string, onSent: () => void) {
  const { api, liveRegion, translator } = useServices()
  return useAction(async () => {
    await api.request('POST /webhooks/{id}/test', {}, { params: { id } })
    liveRegion.announce(translator.t('hooks.test_sent'))
    onSent()
  })
}

import type { RowDeletion } from '../../parts/collection.js'
import { cleanUntrustedText, UntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'

type Named = { readonly id: string; readonly name?: string; readonly title?: string }

const nameOf = ({ name, title }: Named): string => name ?? title ?? ''

/** Deletion of a rule or a board, which programs and pages of others may use. */
export function useRuleDeletion(what: 'rules' | 'boards'): RowDeletion<Named> {
  const { api, t } = useServices()
  return {
    word: t('act.delete'),
    label: (row) => t(`${what}.delete_one`, { name: cleanUntrustedText(nameOf(row), 64) }),
    question: {
      title: () => t(`${what}.delete.title`),
      verb: t(`${what}.delete.do`),
      why: (row) => [<UntrustedText key="name" text={nameOf(row)} longest={64} />, ' ', t(`${what}.delete.why`)],
    },
    remove: ({ id }) => api.request(`DELETE /${what}/{id}`, {}, { params: { id } }),
    done: t(`${what}.deleted`),
  }
}

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Confirm } from '../../parts/dialog.js'

type Question = { readonly title: string; readonly verb: string; readonly why: ComponentChildren }

/** Asks a question, and acts if the answer is yes. */
export function useConfirm({ title, verb, why }: Question, act: () => void) {
  const [isAsked, setAsked] = useState(false)
  const answer = () => {
    setAsked(false)
    act()
  }
  const dialog = isAsked && (
    <Confirm title={title} verb={verb} onConfirm={answer} onClose={() => setAsked(false)}>
      {why}
    </Confirm>
  )
  return { ask: () => setAsked(true), dialog }
}

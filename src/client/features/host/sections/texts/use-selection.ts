import { useCallback, useState } from 'react'
import type { HostText, HostTexts } from '#contract/host/texts.ts'

interface Selected {
  text: HostText | undefined
  index: number
}

export interface Selection {
  current: HostText | undefined
  index: number
  select: (id: string) => void
  step: (by: number) => void
}

/**
 * Keeps which text is decided now. When this host has decided about it, the one at its place
 * follows. When another host was first it stays until this host goes on, so that no key and no word
 * that is being typed hits another text.
 */
export function useSelection({ texts, recent }: HostTexts): Selection {
  const [selected, setSelected] = useState<Selected>({ text: undefined, index: 0 })
  const found = texts.findIndex(({ id }) => id === selected.text?.id)
  const isTaken = found === -1 && isDecidedByOther(selected.text, recent)
  const index = found === -1 ? Math.min(selected.index, Math.max(0, texts.length - 1)) : found
  const current = isTaken ? selected.text : texts[index]
  if (current !== selected.text || index !== selected.index) setSelected({ text: current, index })

  const step = useCallback(
    (by: number) => {
      // The next text is at the place of one that was taken.
      const from = isTaken && by > 0 ? index - 1 : index
      const next = Math.min(Math.max(from + by, 0), Math.max(0, texts.length - 1))
      setSelected({ text: texts[next], index: next })
    },
    [index, isTaken, texts],
  )
  const select = (id: string) => {
    const next = texts.findIndex((text) => text.id === id)
    setSelected({ text: texts[next], index: next })
  }
  return { current, index, select, step }
}

function isDecidedByOther(text: HostText | undefined, recent: readonly HostText[]): boolean {
  const decision = recent.find(({ id }) => id === text?.id)?.decision
  return decision !== undefined && decision !== null && !decision.isMine
}

import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { session } from '#client/lib/session.ts'
import { readStorage, writeStorage } from '#client/lib/storage.ts'

/** The choices of a donor for a payment that is not made yet. */
interface Draft {
  /** The typed or picked amount; undefined while it is the default. */
  amount: string | undefined
  /** False from a press on pay until the donor types. */
  isAmountTyped: boolean
  /** The count of payments that the amount has been compared with. */
  seenCount: number
  anonymous: boolean
  message: string
  optionId: string | undefined
}

/** The key of the account that the draft is of; it goes with all that is personal at a logout. */
const OWNER_KEY = 'draft-of'

/**
 * The draft of the account that used the panel last. It is in no storage: after a reload the amount
 * may be paid already.
 */
let kept: { donorId: string; draft: Partial<Draft> } | undefined

/**
 * Holds a part of the draft as `useState` does. If the session ends, it is there again for the same
 * account, and for no other.
 */
export function useDraft<Part extends keyof Draft>(
  part: Part,
  first: Draft[Part],
): [Draft[Part], Dispatch<SetStateAction<Draft[Part]>>] {
  // A change of the account is not awaited here: the panel of the next is another one.
  const [donorId] = useState(readDonorId)
  const [value, setValue] = useState(() => recall(donorId)[part] ?? first)
  useEffect(() => {
    if (donorId !== undefined) keep(donorId, part, value)
  }, [donorId, part, value])
  return [value, setValue]
}

function readDonorId(): string | undefined {
  const current = session.read()
  return current.state === 'signed-in' ? current.userId : undefined
}

function recall(donorId: string | undefined): Partial<Draft> {
  if (kept?.donorId !== donorId || readStorage('tab', OWNER_KEY) !== donorId) return {}
  return kept?.draft ?? {}
}

function keep<Part extends keyof Draft>(donorId: string, part: Part, value: Draft[Part]): void {
  kept = { donorId, draft: { ...recall(donorId), [part]: value } }
  writeStorage('tab', OWNER_KEY, donorId)
}

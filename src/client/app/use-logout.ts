import { useEffect, useRef, useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { session } from '#client/lib/session.ts'
import { referenceOf } from '#client/ui/reference.tsx'

const SESSION_ENDED = 'You have been logged out. Please log in again to donate.'

/** Logs out, and holds the notice for a failed logout or a session that ended by itself. */
export function useLogout() {
  const [notice, setNotice] = useState<{ sentence: string; reference?: string | undefined }>()
  const isRequested = useRef(false)

  useEffect(() => {
    let last = session.read().state
    return session.subscribe(() => {
      const { state } = session.read()
      if (last === 'signed-in' && state === 'signed-out' && !isRequested.current)
        setNotice({ sentence: SESSION_ENDED })
      if (state === 'signed-in') setNotice(undefined)
      last = state
    })
  }, [])

  async function logout(): Promise<void> {
    isRequested.current = true
    try {
      await session.signOut()
    } catch (error) {
      const reason = error instanceof AppError ? error.message : 'Something went wrong.'
      const sentence = `${reason} You are still logged in. Please try again.`
      setNotice({ sentence, reference: referenceOf(error) })
    } finally {
      isRequested.current = false
    }
  }

  return { notice, logout, dismiss: () => setNotice(undefined) }
}

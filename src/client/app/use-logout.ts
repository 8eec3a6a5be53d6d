import { useEffect, useRef, useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { session, useSession } from '../lib/session.ts'

const ENDED = 'You have been logged out. Please log in again to donate.'

/** Logging out, and what to say when that fails or the session ended without being asked to. */
export function useLogout() {
  const { state } = useSession()
  const [notice, setNotice] = useState<string>()
  const lastState = useRef(state)
  const isAsked = useRef(false)

  useEffect(() => {
    const hasEnded = lastState.current === 'signed-in' && state === 'signed-out'
    if (hasEnded && !isAsked.current) setNotice(ENDED)
    if (state === 'signed-in') setNotice(undefined)
    isAsked.current = false
    lastState.current = state
  }, [state])

  async function logout(): Promise<void> {
    isAsked.current = true
    try {
      await session.signOut()
    } catch (error) {
      isAsked.current = false
      const reason = error instanceof AppError ? error.message : 'Something went wrong.'
      setNotice(`${reason} You are still logged in. Please try again.`)
    }
  }

  return { notice, logout, dismiss: () => setNotice(undefined) }
}

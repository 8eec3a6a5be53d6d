import { useEffect, useState } from 'react'
import { loadConfig } from '#client/lib/config.ts'

/** Returns what pictures say while no money is real; empty otherwise, and before it is known. */
export function useTestNote(): string {
  const [note, setNote] = useState('')
  useEffect(() => {
    loadConfig().then(
      ({ payments }) => setNote(payments === 'live' ? '' : 'Test mode'),
      () => undefined,
    )
  }, [])
  return note
}

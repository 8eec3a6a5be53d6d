import { useState } from 'react'
import { ROUTES } from '#contract/routes.ts'
import type { Profile, TextChoice } from '#contract/texts.ts'
import { callApi } from '#client/lib/api.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'

/** Holds what the donor wants to have shown with the next donation. */
export function useDonationTexts() {
  const { loaded, reload } = useLoaded(fetchProfile)
  const [saved, setSaved] = useState<Profile>()
  const [anonymous, setAnonymous] = useState(false)
  const [message, setMessage] = useState('')
  // Without it the donor can still pay: the server keeps the name that they chose before.
  const profile = saved ?? (loaded.state === 'ready' ? loaded.value : undefined)
  const hasFailed = profile === undefined && loaded.state === 'failed'

  /** Keeps a name for this and later donations; an empty one is none. */
  async function saveName(name: string): Promise<void> {
    const displayName = name.trim() === '' ? null : name
    setSaved(await callApi(ROUTES.profile, { method: 'PUT', body: { displayName } }))
  }

  function toChoice(): TextChoice {
    return {
      ...(anonymous && { anonymous }),
      ...(profile?.messages === true && message.trim() !== '' && { message }),
    }
  }

  return {
    profile,
    hasFailed,
    reload,
    anonymous,
    message,
    setAnonymous,
    setMessage,
    saveName,
    toChoice,
  }
}

function fetchProfile(): Promise<Profile> {
  return callApi<Profile>(ROUTES.profile)
}

export type DonationTexts = ReturnType<typeof useDonationTexts>

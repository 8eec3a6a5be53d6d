import { useEffect, useState } from 'react'
import { ROUTES } from '#contract/routes.ts'
import type { Profile, TextChoice } from '#contract/texts.ts'
import { callApi } from '#client/lib/api.ts'

/** Holds what the donor wants to have shown with the next donation. */
export function useDonationTexts() {
  /** Undefined until the server has told it. */
  const [profile, setProfile] = useState<Profile>()
  const [anonymous, setAnonymous] = useState(false)
  const [message, setMessage] = useState('')

  useEffect(() => {
    const controller = new AbortController()
    // Without it the donor can still pay: the server keeps the name that they chose before.
    callApi<Profile>(ROUTES.profile, { signal: controller.signal }).then(setProfile, () => {})
    return () => controller.abort()
  }, [])

  /** Keeps a name for this and later donations; an empty one is none. */
  async function saveName(name: string): Promise<void> {
    const displayName = name.trim() === '' ? null : name
    setProfile(await callApi(ROUTES.profile, { method: 'PUT', body: { displayName } }))
  }

  function toChoice(): TextChoice {
    return {
      ...(anonymous && { anonymous }),
      ...(profile?.messages === true && message.trim() !== '' && { message }),
    }
  }

  return { profile, anonymous, message, setAnonymous, setMessage, saveName, toChoice }
}

export type DonationTexts = ReturnType<typeof useDonationTexts>

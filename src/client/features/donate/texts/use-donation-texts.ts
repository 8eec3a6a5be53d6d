import { useCallback, useEffect, useState } from 'react'
import { ROUTES } from '#contract/routes.ts'
import type { Profile, TextChoice } from '#contract/texts.ts'
import { callApi } from '#client/lib/api.ts'
import { useDraft } from '../use-draft.ts'

/** Holds what the donor wants to have shown with the next donation. */
export function useDonationTexts() {
  /** Undefined until the server has told it. */
  const [profile, setProfile] = useState<Profile>()
  const [hasFailed, setFailed] = useState(false)
  const [anonymous, setAnonymous] = useDraft('anonymous', false)
  const [message, setMessage] = useDraft('message', '')

  // Without it the donor can still pay: the server keeps the name that they chose before.
  const load = useCallback((signal?: AbortSignal) => {
    callApi<Profile>(ROUTES.profile, signal && { signal }).then(setProfile, () =>
      setFailed(signal?.aborted !== true),
    )
  }, [])

  // The request begins after rendering: a rendering that waits for something else is thrown away.
  useEffect(() => {
    const controller = new AbortController()
    load(controller.signal)
    return () => controller.abort()
  }, [load])

  function reload(): void {
    setFailed(false)
    load()
  }

  /** Keeps a name for this and later donations; an empty one is none. */
  async function saveName(name: string): Promise<void> {
    const displayName = name.trim() === '' ? null : name
    setProfile(await callApi(ROUTES.profile, { method: 'PUT', body: { displayName } }))
  }

  /** Returns what the panel shows, whatever the donor has changed on another device meanwhile. */
  function toChoice(): TextChoice {
    return {
      ...(anonymous ? { anonymous } : { displayName: profile?.displayName }),
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

export type DonationTexts = ReturnType<typeof useDonationTexts>

import { useState } from 'react'
import { z } from 'zod'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../api/call-host.ts'
import { changes } from '../../api/changes.ts'

const anyAnswer = z.unknown()

/** Sends changes of the team one at a time, and keeps the sentence of one that failed. */
export function useTeamChange() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  /** Sends a change to a path below the team's; returns whether it was made. */
  async function send(path: string, call: ApiCall): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setProblem(undefined)
    try {
      await callHost(`${HOST_ROUTES.team}/${path}`, anyAnswer, call)
      changes.announce(['team'])
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, setProblem, send }
}

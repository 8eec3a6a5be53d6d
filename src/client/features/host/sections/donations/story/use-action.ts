import { useState } from 'react'
import type { z } from 'zod'
import type { ApiCall } from '#client/lib/api.ts'
import { callHost } from '../../../api/call-host.ts'
import { changes } from '../../../api/changes.ts'

/** An action of the host that runs, or that failed with a sentence. */
export interface Action {
  isBusy: boolean
  problem: string | undefined
  /** Sends the request and has what is shown fetched again; returns whether it succeeded. */
  run: (path: string, schema: z.ZodType, call: ApiCall) => Promise<boolean>
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run: Action['run'] = async (path, schema, call) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await callHost(path, schema, call)
      changes.announce(['donations', 'money', 'texts'])
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Something went wrong.')
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, run }
}

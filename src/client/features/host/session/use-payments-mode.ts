import { useCallback, useEffect, useState } from 'react'
import type { PaymentsMode } from '#contract/config.ts'
import { forgetConfig, loadConfig } from '#client/lib/config.ts'

export interface LoadedMode {
  /** Undefined until the server has told it. */
  mode: PaymentsMode | undefined
  hasFailed: boolean
  retry: () => void
}

/** Fetches whether payments move real money. */
export function usePaymentsMode(): LoadedMode {
  const [mode, setMode] = useState<PaymentsMode>()
  const [hasFailed, setFailed] = useState(false)

  const load = useCallback(() => {
    loadConfig().then(
      ({ payments }) => setMode(payments),
      () => {
        forgetConfig()
        setFailed(true)
      },
    )
  }, [])

  useEffect(load, [load])

  function retry(): void {
    setFailed(false)
    load()
  }

  return { mode, hasFailed, retry }
}

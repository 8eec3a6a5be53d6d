declare global {
  // Only some browsers have these.
  interface Navigator {
    getBattery?: () => Promise<Battery>
    connection?: EventTarget & { saveData?: boolean }
  }
}

interface Battery extends EventTarget {
  /** 0 to 1. */
  level: number
  charging: boolean
}

const LOW_BATTERY_LEVEL = 0.2

/**
 * Calls `onChange` with whether the sky has to pause, now and whenever that changes: for a viewer
 * who prefers reduced motion or saves data, a hidden tab, and a battery at a fifth or less that is
 * not being charged. Returns a function that stops it.
 */
export function watchPauseConditions(onChange: (paused: boolean) => void): () => void {
  const controller = new AbortController()
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const { connection } = navigator
  let battery: Battery | undefined

  const report = () =>
    onChange(
      reducedMotion.matches ||
        document.hidden ||
        connection?.saveData === true ||
        isLowBattery(battery),
    )
  const watch = (target: EventTarget | undefined, event: string) =>
    target?.addEventListener(event, report, { signal: controller.signal })

  const watchBattery = async () => {
    battery = await findBattery()
    watch(battery, 'levelchange')
    watch(battery, 'chargingchange')
    if (!controller.signal.aborted) report()
  }

  watch(reducedMotion, 'change')
  watch(document, 'visibilitychange')
  watch(connection, 'change')
  void watchBattery()
  report()
  return () => controller.abort()
}

/** Returns the battery; undefined if the browser does not tell, which is no reason to pause. */
async function findBattery(): Promise<Battery | undefined> {
  try {
    return await navigator.getBattery?.()
  } catch {
    // Browsers refuse it where the page is embedded or not secure.
    return undefined
  }
}

function isLowBattery(battery: Battery | undefined): boolean {
  return battery !== undefined && !battery.charging && battery.level <= LOW_BATTERY_LEVEL
}

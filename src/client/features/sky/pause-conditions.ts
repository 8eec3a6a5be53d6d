declare global {
  // Only some browsers have them.
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

const LOW = 0.2

/**
 * Calls back with whether the sky has to stand still, now and whenever that changes: for a viewer
 * who wants less motion or saves data, a tab nobody sees, and a battery at a fifth or less that is
 * not being charged. Returns how to end it.
 */
export function watchRest(onChange: (resting: boolean) => void): () => void {
  const watched = new AbortController()
  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const { connection } = navigator
  let battery: Battery | undefined

  const tell = () =>
    onChange(
      lessMotion.matches || document.hidden || connection?.saveData === true || isLow(battery),
    )
  const watch = (target: EventTarget | undefined, event: string) =>
    target?.addEventListener(event, tell, { signal: watched.signal })

  const watchBattery = async () => {
    battery = await findBattery()
    watch(battery, 'levelchange')
    watch(battery, 'chargingchange')
    if (!watched.signal.aborted) tell()
  }

  watch(lessMotion, 'change')
  watch(document, 'visibilitychange')
  watch(connection, 'change')
  void watchBattery()
  tell()
  return () => watched.abort()
}

/** A battery that says nothing is no reason to rest. */
async function findBattery(): Promise<Battery | undefined> {
  try {
    return await navigator.getBattery?.()
  } catch {
    // Browsers refuse it where the page is embedded or not secure.
    return undefined
  }
}

function isLow(battery: Battery | undefined): boolean {
  return battery !== undefined && !battery.charging && battery.level <= LOW
}

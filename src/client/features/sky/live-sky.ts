import { openWorkerCanvas } from '#client/ui/worker-canvas.ts'
import { landscape, portrait, tablet, type Composition } from './compositions.ts'
import type { Gaze, Setting, SkyMessage } from './messages.ts'
import { watchRest } from './pause-conditions.ts'
// oxlint-disable-next-line import/default -- the build makes it
import workerUrl from './sky-worker.ts?worker&url'

/** Finer pixels cost more than these soft stars show. */
const MOST_PIXEL_RATIO = 2

export interface LiveSky {
  /** A faint shooting star, for a donation that has just arrived; at most one in a few seconds. */
  shoot: () => void
  stop: () => void
}

/**
 * Moves a few stars around the galaxy's core over the place, slowly, for as long as nothing speaks
 * against it: see `watchRest` and `Pace`. A worker draws them; the page's own thread only tells it
 * where the viewer looks. Does nothing in a browser whose workers cannot draw.
 */
export function startSky(place: HTMLElement): LiveSky {
  const drawing = openWorkerCanvas<SkyMessage>(place, workerUrl)
  if (drawing === undefined) return { shoot: () => {}, stop: () => {} }
  const { tell, close } = drawing
  tell({ kind: 'set', setting: findSetting(place) })
  const stopFollowing = followViewer(place, tell)
  const stopWatching = watchRest((resting) => tell({ kind: 'rest', resting }))
  return {
    shoot: () => tell({ kind: 'shoot' }),
    stop: () => {
      stopFollowing()
      stopWatching()
      close()
    },
  }
}

/** Returns how to end it. */
function followViewer(place: HTMLElement, tell: (message: SkyMessage) => void): () => void {
  const ended = new AbortController()
  const options = { passive: true, signal: ended.signal }
  const gaze: Gaze = { x: 0, y: 0, scrolled: scrollY }
  const look = (change: Partial<Gaze>) => tell({ kind: 'look', gaze: Object.assign(gaze, change) })
  look({})
  addEventListener('resize', () => tell({ kind: 'set', setting: findSetting(place) }), options)
  addEventListener('scroll', () => look({ scrolled: scrollY }), options)
  addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      // A finger scrolls; only a mouse looks around.
      if (pointerType !== 'mouse') return
      look({ x: (2 * clientX) / innerWidth - 1, y: (2 * clientY) / innerHeight - 1 })
    },
    options,
  )
  return () => ended.abort()
}

function findSetting(place: HTMLElement): Setting {
  return {
    composition: findComposition(),
    band: { width: place.clientWidth, height: place.clientHeight },
    window: { width: innerWidth, height: innerHeight },
    pixelRatio: Math.min(MOST_PIXEL_RATIO, devicePixelRatio),
  }
}

/** The same choice that the document makes among its pictures. */
function findComposition(): Composition {
  if (!matchMedia('(orientation: portrait)').matches) return landscape
  return matchMedia('(width < 40rem)').matches ? portrait : tablet
}

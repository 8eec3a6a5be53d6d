import { openWorkerCanvas } from '#client/ui/worker-canvas.ts'
import { landscape, portrait, tablet, type Composition } from './compositions.ts'
import type { Viewpoint, SkyLayout, SkyMessage } from './messages.ts'
import { watchPauseConditions } from './pause-conditions.ts'
// oxlint-disable-next-line import/default -- the build makes it
import workerUrl from './sky-worker.ts?worker&url'

/** A higher pixel ratio costs more than these soft stars show. */
const MAX_PIXEL_RATIO = 2

export interface LiveSky {
  /** Shows a faint shooting star for a new donation; at most one in a few seconds. */
  shoot: () => void
  stop: () => void
}

/**
 * Moves a few stars slowly around the galaxy's core in the container, while the conditions allow
 * it: see `watchPauseConditions` and `FramePacer`. A worker draws them; the main thread only
 * reports the viewer's pointer and scrolling. Does nothing in a browser whose workers cannot draw.
 */
export function startSky(container: HTMLElement): LiveSky {
  const workerCanvas = openWorkerCanvas<SkyMessage>(container, workerUrl)
  if (workerCanvas === undefined) return { shoot: () => {}, stop: () => {} }
  const { post, close } = workerCanvas
  post({ kind: 'layout', layout: measureLayout(container) })
  const stopFollowing = followViewer(container, post)
  const stopWatchingPause = watchPauseConditions((paused) => post({ kind: 'paused', paused }))
  return {
    shoot: () => post({ kind: 'shoot' }),
    stop: () => {
      stopFollowing()
      stopWatchingPause()
      close()
    },
  }
}

/** Reports window size, pointer and scrolling. Returns a function that stops it. */
function followViewer(container: HTMLElement, post: (message: SkyMessage) => void): () => void {
  const controller = new AbortController()
  const options = { passive: true, signal: controller.signal }
  const viewpoint: Viewpoint = { x: 0, y: 0, scrolled: scrollY }
  const postViewpoint = (change: Partial<Viewpoint>) =>
    post({ kind: 'viewpoint', viewpoint: Object.assign(viewpoint, change) })
  postViewpoint({})
  addEventListener(
    'resize',
    () => post({ kind: 'layout', layout: measureLayout(container) }),
    options,
  )
  addEventListener('scroll', () => postViewpoint({ scrolled: scrollY }), options)
  addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      // Touches scroll the page; only a mouse moves the view.
      if (pointerType !== 'mouse') return
      postViewpoint({ x: (2 * clientX) / innerWidth - 1, y: (2 * clientY) / innerHeight - 1 })
    },
    options,
  )
  return () => controller.abort()
}

function measureLayout(container: HTMLElement): SkyLayout {
  return {
    composition: findComposition(),
    size: { width: container.clientWidth, height: container.clientHeight },
    window: { width: innerWidth, height: innerHeight },
    pixelRatio: Math.min(MAX_PIXEL_RATIO, devicePixelRatio),
  }
}

/** Makes the same choice as the document among its pictures. */
function findComposition(): Composition {
  if (!matchMedia('(orientation: portrait)').matches) return landscape
  return matchMedia('(width < 40rem)').matches ? portrait : tablet
}

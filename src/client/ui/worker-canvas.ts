import styles from './worker-canvas.module.css'

/** What such a worker is told first. */
export interface CanvasMessage {
  canvas: OffscreenCanvas
}

/** A canvas that a worker of its own draws in, which the page's thread never does. */
export interface WorkerCanvas<Message> {
  post: (message: Message) => void
  /** Ends the worker, and takes the canvas out of the page. */
  close: () => void
}

/**
 * Fills the place with a canvas, and hands that to a new worker. Handed over, a canvas is so for
 * good, so that each has its own. Undefined in a browser whose workers cannot draw.
 */
export function openWorkerCanvas<Message>(
  container: HTMLElement,
  workerUrl: string,
): WorkerCanvas<Message> | undefined {
  const canvas = document.createElement('canvas')
  if (!('transferControlToOffscreen' in canvas)) return undefined
  canvas.className = styles.canvas ?? ''
  canvas.width = container.clientWidth
  canvas.height = container.clientHeight
  container.append(canvas)
  const worker = new Worker(workerUrl, { type: 'module' })
  const handover: CanvasMessage = { canvas: canvas.transferControlToOffscreen() }
  worker.postMessage(handover, [handover.canvas])
  return {
    post: (message) => worker.postMessage(message),
    close: () => {
      worker.terminate()
      canvas.remove()
    },
  }
}

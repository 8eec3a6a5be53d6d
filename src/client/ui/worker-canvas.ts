import styles from './worker-canvas.module.css'

/** The first message to such a worker. */
export interface CanvasMessage {
  canvas: OffscreenCanvas
}

/** A canvas that a worker draws, off the main thread. */
export interface WorkerCanvas<Message> {
  post: (message: Message) => void
  /** Terminates the worker, and removes the canvas. */
  close: () => void
}

/**
 * Fills the container with a canvas, and transfers that to a new worker. A canvas can be
 * transferred only once, so that each call makes its own. Returns undefined if workers cannot draw
 * in this browser.
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

import type { Locator } from '@playwright/test'

/**
 * Returns a canvas's picture as a data URL. It is copied first, because a canvas that a worker
 * draws cannot be read.
 */
export function readCanvas(canvas: Locator): Promise<string> {
  return canvas.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return ''
    const copy = document.createElement('canvas')
    copy.width = canvas.width
    copy.height = canvas.height
    copy.getContext('2d')?.drawImage(canvas, 0, 0)
    return copy.toDataURL('image/webp', 0.9)
  })
}

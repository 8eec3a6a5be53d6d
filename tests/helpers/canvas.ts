import type { Locator } from '@playwright/test'

/** What a canvas shows, as a URL. One that a worker draws has to be copied to be read. */
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

/**
 * Lets a canvas that was transferred to a worker be asked for its 2D context again and again, as
 * browsers other than Firefox do: there the second request throws.
 */
export function keepContext(canvas: OffscreenCanvas): void {
  const context = canvas.getContext('2d')
  Object.defineProperty(canvas, 'getContext', { value: () => context })
}

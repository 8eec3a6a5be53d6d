/** A picture drawn once, to be copied every frame: copying costs a tenth of drawing light. */
export type Sprite = OffscreenCanvas

/** Gold, white and blue-white, as the stars of the picture are. */
const TINTS = ['255 222 178', '255 248 238', '206 222 255']

const CROSS = 3

/** CSS pixels on each side of a star's sprite; the star itself is a fifth of it. */
export const STAR_SIDE = 12

/** Length of a shooting star's tail, CSS pixels. */
export const TAIL = 150

/** One of each tint; `pixelRatio` is that of the canvas they are copied to. */
export function drawStars(pixelRatio: number): Sprite[] {
  return TINTS.map((tint) =>
    drawSprite({ width: STAR_SIDE, height: STAR_SIDE, pixelRatio }, (context) => {
      const middle = STAR_SIDE / 2
      const glow = context.createRadialGradient(middle, middle, 0, middle, middle, middle)
      glow.addColorStop(0, `rgb(${tint})`)
      glow.addColorStop(0.16, `rgb(${tint} / 0.75)`)
      glow.addColorStop(0.3, `rgb(${tint} / 0.16)`)
      glow.addColorStop(1, `rgb(${tint} / 0)`)
      context.fillStyle = glow
      context.fillRect(0, 0, STAR_SIDE, STAR_SIDE)
    }),
  )
}

/** A shooting star that flies to the right, its head in the middle of the right edge. */
export function drawTail(pixelRatio: number): Sprite {
  return drawSprite({ width: TAIL, height: CROSS * 2, pixelRatio }, (context) => {
    const light = context.createLinearGradient(0, 0, TAIL, 0)
    light.addColorStop(0, 'rgb(255 212 121 / 0)')
    light.addColorStop(0.8, 'rgb(255 226 170 / 0.55)')
    light.addColorStop(1, 'rgb(255 250 240)')
    context.fillStyle = light
    context.beginPath()
    context.moveTo(0, CROSS)
    context.quadraticCurveTo(TAIL * 0.9, CROSS - 0.4, TAIL - 1, CROSS - 1)
    context.arc(TAIL - 1.2, CROSS, 1.1, -Math.PI / 2, Math.PI / 2)
    context.quadraticCurveTo(TAIL * 0.9, CROSS + 0.4, 0, CROSS)
    context.fill()
  })
}

interface Size {
  width: number
  height: number
  pixelRatio: number
}

function drawSprite(
  { width, height, pixelRatio }: Size,
  paint: (context: OffscreenCanvasRenderingContext2D) => void,
): Sprite {
  const sprite = new OffscreenCanvas(Math.ceil(width * pixelRatio), Math.ceil(height * pixelRatio))
  const context = sprite.getContext('2d')
  if (context !== null) {
    context.scale(pixelRatio, pixelRatio)
    paint(context)
  }
  return sprite
}

/** A picture drawn once, to be copied every frame: copying costs a tenth of drawing gradients. */
export type Sprite = OffscreenCanvas

/** Gold, white and blue-white, as the stars of the picture. */
const TINTS = ['255 222 178', '255 248 238', '206 222 255']

const TAIL_HALF_HEIGHT = 3

/** The side of a star's sprite, CSS pixels; the star itself is a fifth of it. */
export const STAR_SPRITE_SIZE = 12

/** The length of a shooting star's tail, CSS pixels. */
export const TAIL_LENGTH = 150

/** Draws one star of each tint; `pixelRatio` is that of the canvas they are copied to. */
export function drawStars(pixelRatio: number): Sprite[] {
  return TINTS.map((tint) =>
    drawSprite({ width: STAR_SPRITE_SIZE, height: STAR_SPRITE_SIZE, pixelRatio }, (context) => {
      const middle = STAR_SPRITE_SIZE / 2
      const gradient = context.createRadialGradient(middle, middle, 0, middle, middle, middle)
      gradient.addColorStop(0, `rgb(${tint})`)
      gradient.addColorStop(0.16, `rgb(${tint} / 0.75)`)
      gradient.addColorStop(0.3, `rgb(${tint} / 0.16)`)
      gradient.addColorStop(1, `rgb(${tint} / 0)`)
      context.fillStyle = gradient
      context.fillRect(0, 0, STAR_SPRITE_SIZE, STAR_SPRITE_SIZE)
    }),
  )
}

/** Draws a shooting star that flies to the right, its head at the middle of the right edge. */
export function drawTail(pixelRatio: number): Sprite {
  return drawSprite({ width: TAIL_LENGTH, height: TAIL_HALF_HEIGHT * 2, pixelRatio }, (context) => {
    const gradient = context.createLinearGradient(0, 0, TAIL_LENGTH, 0)
    gradient.addColorStop(0, 'rgb(255 212 121 / 0)')
    gradient.addColorStop(0.8, 'rgb(255 226 170 / 0.55)')
    gradient.addColorStop(1, 'rgb(255 250 240)')
    context.fillStyle = gradient
    context.beginPath()
    context.moveTo(0, TAIL_HALF_HEIGHT)
    context.quadraticCurveTo(
      TAIL_LENGTH * 0.9,
      TAIL_HALF_HEIGHT - 0.4,
      TAIL_LENGTH - 1,
      TAIL_HALF_HEIGHT - 1,
    )
    context.arc(TAIL_LENGTH - 1.2, TAIL_HALF_HEIGHT, 1.1, -Math.PI / 2, Math.PI / 2)
    context.quadraticCurveTo(TAIL_LENGTH * 0.9, TAIL_HALF_HEIGHT + 0.4, 0, TAIL_HALF_HEIGHT)
    context.fill()
  })
}

interface SpriteSize {
  width: number
  height: number
  pixelRatio: number
}

function drawSprite(
  { width, height, pixelRatio }: SpriteSize,
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

import { describe, expect, it } from 'vitest'
import { landscape, portrait } from './compositions.ts'
import { locateStar, projectPlane, scatterStars, brightnessOf, type Star } from './orbits.ts'

const WINDOW = { width: 1440, height: 900 }

function buildStar(changes: Partial<Star> = {}): Star {
  return { radius: 1, phase: 0, depth: 0.5, maxBrightness: 1, twinkleSpeed: 1, ...changes }
}

describe('the plane of the galaxy', () => {
  it("has its core where the picture's is, cut as the window cuts it", () => {
    const { core } = projectPlane(landscape, WINDOW)
    // 1440 by 900 shows the picture at 0.625, and cuts 80 pixels on each side.
    expect(core.x).toBeCloseTo(0.715 * 1600 - 80, 5)
    expect(core.y).toBeCloseTo(0.29 * 900, 5)
  })

  it('is held at the top where a window is wider than the picture', () => {
    const { core } = projectPlane(portrait, { width: 828, height: 828 })
    expect(core.y).toBeCloseTo(0.235 * 1792, 5)
  })
})

describe('a star', () => {
  it('stays on its orbit', () => {
    const plane = projectPlane(landscape, WINDOW)
    const star = buildStar({ radius: 0.7 })
    const fromCore = (seconds: number) => {
      const { x, y } = locateStar(star, plane, seconds)
      const across = x - plane.core.x
      const down = y - plane.core.y
      const cos = Math.cos(plane.angle)
      const sin = Math.sin(plane.angle)
      return Math.hypot(cos * across - sin * down, (sin * across + cos * down) / plane.flatness)
    }
    expect(fromCore(1000)).toBeCloseTo(fromCore(0), 5)
  })

  it('moves the faster, the nearer it is to the core', () => {
    const plane = projectPlane(landscape, WINDOW)
    const turned = (radius: number) => {
      const star = buildStar({ radius })
      const [before, after] = [locateStar(star, plane, 0), locateStar(star, plane, 10)]
      return Math.hypot(after.x - before.x, after.y - before.y) / radius
    }
    expect(turned(0.3)).toBeGreaterThan(turned(1.2))
  })

  it('twinkles without ever going out or outshining itself', () => {
    for (const star of scatterStars(20, Math.random)) {
      for (let seconds = 0; seconds < 10; seconds++) {
        expect(brightnessOf(star, seconds)).toBeGreaterThan(0)
        expect(brightnessOf(star, seconds)).toBeLessThanOrEqual(star.maxBrightness)
      }
    }
  })
})

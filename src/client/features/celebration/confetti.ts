import confetti from 'canvas-confetti'

const COLORS = ['#ffd479', '#ffe9bd', '#b79dff', '#7fe3ff', '#f5f3ff', '#ff9fb2']
const VOLLEY_MS = 420

/**
 * Throws confetti over the canvas for that long; returns how to end it early. None for people who
 * prefer less motion.
 */
export function throwConfetti(canvas: HTMLCanvasElement, durationMs: number): () => void {
  // A worker would be made from a blob, which the content security policy forbids.
  const throwOnce = confetti.create(canvas, {
    resize: true,
    useWorker: false,
    disableForReducedMotion: true,
  })
  const shared = { colors: COLORS, ticks: 220, gravity: 0.9, scalar: 1.05 }
  const volley = () => {
    const particleCount = innerWidth < 600 ? 28 : 44
    const startVelocity = Math.min(70, 30 + innerHeight / 24)
    const side = { ...shared, particleCount, startVelocity, spread: 58 }
    void throwOnce({ ...side, angle: 62, origin: { x: -0.02, y: 0.82 } })
    void throwOnce({ ...side, angle: 118, origin: { x: 1.02, y: 0.82 } })
  }

  void throwOnce({
    ...shared,
    particleCount: 110,
    spread: 110,
    startVelocity: 46,
    origin: { y: 0.55 },
  })
  volley()
  const volleys = setInterval(volley, VOLLEY_MS)
  const end = setTimeout(stop, durationMs)
  function stop(): void {
    clearInterval(volleys)
    clearTimeout(end)
    throwOnce.reset()
  }
  return stop
}

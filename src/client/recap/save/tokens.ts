import { splitGraphemes } from '#client/lib/graphemes.ts'

/** The colours of the page's palette, for a canvas. */
export interface Tokens {
  void: string
  panel: string
  ink: string
  muted: string
  violet: string
  /** The colours of the first three places. */
  medals: readonly [string, string, string]
  /** The font family of headings and numbers, and that of texts. */
  display: string
  text: string
}

export function readTokens(): Tokens {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    void: read('--void'),
    panel: read('--panel-solid'),
    ink: read('--ink'),
    muted: read('--muted'),
    violet: read('--violet'),
    medals: [read('--gold'), read('--silver'), read('--bronze')],
    display: read('--f-d'),
    text: read('--f-b'),
  }
}

/** Draws a text, cut with an ellipsis if it is wider than it may be. */
export function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  if (context.measureText(text).width <= width) {
    context.fillText(text, x, y)
    return
  }
  const letters = splitGraphemes(text)
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > width) {
    letters.pop()
  }
  context.fillText(`${letters.join('')}…`, x, y)
}

/** Says which page a picture or a video comes from. */
export function nameSource(title: string): string {
  return `${title} · ${location.host}`
}

/** Offers a file to save. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads it in a moment of its own.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Returns a name for a file, of letters that every system takes. */
export function fileName(recapName: string, ending: string): string {
  const plain = recapName.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '-')
  return `recap-${plain.replace(/^-|-$/g, '').toLowerCase() || 'round'}.${ending}`
}

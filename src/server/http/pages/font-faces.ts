import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Html } from '#server/infra/html.ts'

const FONT_FACE = /@font-face\s*\{[^}]*\.woff2[^}]*\}/g

/** Returns the fonts of the built page as style rules; none if the page or its styles are not built. */
export function readFontFaces(pageDir: string | undefined): Html | undefined {
  if (pageDir === undefined) return undefined
  const assets = join(pageDir, 'assets')
  if (!existsSync(assets)) return undefined
  const rules = readdirSync(assets)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => readFileSync(join(assets, file), 'utf8').match(FONT_FACE) ?? [])
  return { markup: [...new Set(rules)].join('\n') }
}

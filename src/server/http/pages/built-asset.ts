import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the path under which the built page serves a file of its assets, whose name has a hash
 * before its ending, as in `galaxy-1280` and `avif`; undefined if it is not built.
 */
export function findBuiltAsset(
  pageDir: string | undefined,
  name: string,
  ending: string,
): string | undefined {
  if (pageDir === undefined) return undefined
  const assets = join(pageDir, 'assets')
  if (!existsSync(assets)) return undefined
  const file = readdirSync(assets).find(
    (one) => one.startsWith(`${name}-`) && one.endsWith(`.${ending}`),
  )
  return file === undefined ? undefined : `/assets/${file}`
}

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The length of the hash in a name, in characters. */
const HASH_LENGTH = 8

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
  const length = `${name}-.${ending}`.length + HASH_LENGTH
  const file = readdirSync(assets).find(
    (one) => one.startsWith(`${name}-`) && one.endsWith(`.${ending}`) && one.length === length,
  )
  return file === undefined ? undefined : `/assets/${file}`
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './common.mjs'

/** Returns a hash over names and contents of files and whole folders, without tests. */
export function hashOf(paths, salt = '') {
  const hash = createHash('sha256').update(salt)
  for (const path of paths.flatMap(listFiles)) {
    const content = readFileSync(join(ROOT, path))
    hash.update(`\0${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(path) {
  const entries = readFolder(path)
  if (!entries) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return entries.toSorted().flatMap((name) => listFiles(`${path}/${name}`))
}

function readFolder(path) {
  try {
    return readdirSync(join(ROOT, path))
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Returns the hash of what was installed or built last; undefined if nothing was. */
export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

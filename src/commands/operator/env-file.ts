import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from '#server/config.ts'

/**
 * Returns the variables of an environment file; none if there is no file. Throws a ConfigError if it
 * cannot be read, or has a line that is none: what was meant by it would be left out without a word.
 */
export function readEnvFile(file: string): Record<string, string | undefined> {
  const text = readText(file)
  const lines = text.split(/\r?\n/)
  const wrong = findWrongLine(lines)
  if (wrong !== undefined) {
    throw new ConfigError(
      `Line ${wrong + 1} of ${resolve(file)} is neither NAME=value nor a comment: write it so, or begin it with #.`,
    )
  }
  return parseEnv(text)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === 'ENOENT') return ''
    const remedy = REMEDIES[code] ?? `look at it (${code})`
    throw new ConfigError(`The settings in ${resolve(file)} cannot be read: ${remedy}.`, { cause })
  }
}

const REMEDIES: Record<string, string> = {
  EACCES: 'let this user read the file',
  EPERM: 'let this user read the file',
  EISDIR: 'it is a folder; put the file in its place, or remove it',
}

const COMMENT = /^\s*(?:#|$)/
const ASSIGNMENT = /^\s*(?:export\s+)?[\w.-]+\s*=\s*(?<value>.*)$/

/** Returns the index of the first line that says nothing; values in quotes may have several lines. */
function findWrongLine(lines: readonly string[]): number | undefined {
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (COMMENT.test(line)) continue
    const value = ASSIGNMENT.exec(line)?.groups?.['value']
    if (value === undefined) return index
    index = findEnd(lines, index, value)
  }
  return undefined
}

/** Returns the index of the line that ends the value which begins in the line `index`. */
function findEnd(lines: readonly string[], index: number, value: string): number {
  const quote = /^["'`]/.exec(value)?.[0]
  if (quote === undefined || value.includes(quote, 1)) return index
  const end = lines.findIndex((line, at) => at > index && line.includes(quote))
  // A quote that nothing ends belongs to the value.
  return end === -1 ? index : end
}

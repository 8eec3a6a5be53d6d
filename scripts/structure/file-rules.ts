import { readFileSync } from 'node:fs'
import { extname, join, parse } from 'node:path'
import { isTest } from './areas.ts'
import { isCode, type Module } from './modules.ts'

const MAX_LINES = 250
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/
const VAGUE_NAMES = /^(utils?|helpers?|common|misc)$/
const TOKENS = 'src/client/app/tokens.css'
const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i
const NAMED_BY_OTHERS = /^(README|LICENSE|OFL)\b/

/** Checks names and sizes of files; returns one sentence per violation. */
export function checkFiles(
  root: string,
  files: readonly string[],
  modules: readonly Module[],
): string[] {
  return [
    ...files.flatMap(checkName),
    ...files.flatMap((path) => checkLength(root, path)),
    ...files.flatMap((path) => checkColours(root, path)),
    ...files.flatMap((path) => checkHover(root, path)),
    ...modules.flatMap(checkBarrel),
  ]
}

function checkName(path: string): string[] {
  const { dir, name } = parse(path)
  const [stem = ''] = name.split('.')
  const parts = [...dir.split('/'), ...(NAMED_BY_OTHERS.test(stem) ? [] : [stem])]
  return [
    ...parts
      .filter((part) => !KEBAB_CASE.test(part))
      .map((part) => `${path}: ${part} is not kebab-case`),
    ...parts
      .filter((part) => VAGUE_NAMES.test(part) && isProduct(path))
      .map((part) => `${path}: ${part} does not say what is inside`),
  ]
}

function checkLength(root: string, path: string): string[] {
  if (!(isCode(path) || extname(path) === '.css') || isTest(path)) return []
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
  return lines > MAX_LINES ? [`${path} has ${lines} lines, more than ${MAX_LINES}`] : []
}

function checkColours(root: string, path: string): string[] {
  if (!path.startsWith('src/client/') || extname(path) !== '.css' || path === TOKENS) return []
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    COLOUR.test(line) ? [`${path}:${index + 1} writes a colour: take it from ${TOKENS}`] : [],
  )
}

/** Refuses styles that stay on what was touched: a touch screen has no pointer that leaves. */
function checkHover(root: string, path: string): string[] {
  if (!path.startsWith('src/client/') || extname(path) !== '.css') return []
  const blocks: string[] = []
  const violations: string[] = []
  for (const [index, line] of readFileSync(join(root, path), 'utf8').split('\n').entries()) {
    const isGuarded = blocks.some((block) => block.includes('(hover: hover)'))
    if (line.includes(':hover') && !isGuarded) {
      violations.push(`${path}:${index + 1} writes :hover outside of @media (hover: hover)`)
    }
    if (line.endsWith('{')) blocks.push(line)
    if (line.trim() === '}') blocks.pop()
  }
  return violations
}

function checkBarrel({ path, isBarrel, hasWildcardExport }: Module): string[] {
  if (/^index\.tsx?$/.test(parse(path).base)) {
    return [`${path}: import what is needed from where it is, not from an index`]
  }
  if (isBarrel) return [`${path} only passes on what others export: import it from there`]
  if (hasWildcardExport) return [`${path} exports by wildcard: name what it exports`]
  return []
}

function isProduct(path: string): boolean {
  return path.startsWith('src/') || path.startsWith('sandbox/')
}

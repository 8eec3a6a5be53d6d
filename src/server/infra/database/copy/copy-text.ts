import type { SQLInputValue } from 'node:sqlite'
import { StringDecoder } from 'node:string_decoder'
import { quote, type ColumnKind, type CopyText, type TableShape } from './copy-side.ts'

/**
 * The characters that COPY writes with a backslash, and what follows it
 * (https://www.postgresql.org/docs/current/sql-copy.html). The backslash itself comes first.
 */
const ESCAPES: readonly [character: string, letter: string][] = [
  ['\\', '\\'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
]

const NULL = '\\N'
const CHARACTERS = new Map(ESCAPES.map(([character, letter]) => [letter, character]))

/** Returns the query by which SQLite writes each row as a line of COPY, in the key's order. */
export function lineQuery({ name, columns, key }: TableShape): string {
  const fields = columns.map((column) => `coalesce(${toField(column)}, '${NULL}')`)
  const order = key.map(quote).join(', ')
  return `select ${fields.join(' || char(9) || ')} from ${quote(name)} order by ${order}`
}

function toField({ name, kind }: TableShape['columns'][number]): string {
  const column = quote(name)
  switch (kind) {
    case 'integer':
      return `cast(${column} as text)`
    case 'text':
      return escapeText(column)
    case 'boolean':
      return `case ${column} when 0 then 'f' when 1 then 't' else cast(${column} as text) end`
    case 'bytes':
      return `case when ${column} is not null then '\\\\x' || lower(hex(${column})) end`
    case 'time':
      return `case typeof(${column})
        when 'integer' then strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')
        else strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) end`
  }
}

/** Most texts have nothing to escape, and are looked at once only. */
function escapeText(column: string): string {
  const pattern = `'*[' || char(92, 8, 9, 10, 11, 12, 13) || ']*'`
  const escaped = ESCAPES.reduce(
    (text, [character, letter]) =>
      `replace(${text}, char(${character.charCodeAt(0)}), '\\${letter}')`,
    column,
  )
  return `case when ${column} glob ${pattern} then ${escaped} else ${column} end`
}

/** Reads the rows of COPY's text as values for SQLite. */
export async function* parseRows(
  text: CopyText,
  { columns }: TableShape,
): AsyncGenerator<SQLInputValue[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield line.split('\t').map((field, index) => parseField(field, columns[index]?.kind))
    }
  }
}

function parseField(field: string, kind: ColumnKind | undefined): SQLInputValue {
  if (field === NULL) return null
  if (kind === 'boolean') return field === 't' ? 1 : 0
  if (kind === 'bytes') return Buffer.from(field.slice(3), 'hex')
  if (!field.includes('\\')) return field
  return field.replaceAll(/\\(.)/g, (_all, letter: string) => CHARACTERS.get(letter) ?? letter)
}

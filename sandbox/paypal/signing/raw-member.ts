/**
 * Returns the text of a member of a JSON object, unchanged: a signature covers every byte of it,
 * including spaces. `json` must be well-formed; returns undefined without the member.
 */
export function rawMember(json: string, name: string): string | undefined {
  let at = skipSpace(json, json.indexOf('{') + 1)
  while (json[at] === '"') {
    const keyEnd = endOfString(json, at)
    const start = skipSpace(json, json.indexOf(':', keyEnd) + 1)
    const end = endOfValue(json, start)
    if (JSON.parse(json.slice(at, keyEnd)) === name) return json.slice(start, end).trimEnd()
    at = skipSpace(json, end + 1)
  }
  return undefined
}

function skipSpace(json: string, from: number): number {
  let at = from
  while (/\s/.test(json[at] ?? '')) at += 1
  return at
}

/** Returns the position after the closing quote. */
function endOfString(json: string, from: number): number {
  let at = from + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

/** Returns the position of the comma or brace that ends the member. */
function endOfValue(json: string, from: number): number {
  let depth = 0
  for (let at = from; at < json.length;) {
    const character = json[at] ?? ''
    if (depth === 0 && ',}'.includes(character)) return at
    if ('{['.includes(character)) depth += 1
    if ('}]'.includes(character)) depth -= 1
    at = character === '"' ? endOfString(json, at) : at + 1
  }
  return json.length
}

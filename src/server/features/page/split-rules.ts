/** Matches the beginning of an at-rule that has rules within. */
const GROUP = /^@(?:media|container|supports|layer)\b[^{;]*\{/

/** Splits minified styles at the ends of their outermost rules. */
export function splitRules(styles: string): string[] {
  const rules: string[] = []
  let [depth, start] = [0, 0]
  for (const { 0: sign, index } of styles.matchAll(/[{};]/g)) {
    depth += { '{': 1, '}': -1 }[sign] ?? 0
    if (depth > 0 || sign === '{') continue
    rules.push(styles.slice(start, index + 1))
    start = index + 1
  }
  return [...rules, styles.slice(start)].filter((rule) => rule.trim() !== '')
}

/** A rule, and the beginnings of the at-rules that it stands in, with their braces, outermost first. */
export interface FlatRule {
  groups: readonly string[]
  rule: string
}

/** Returns the rules one by one, out of the at-rules that they stand in. */
export function flattenRules(styles: string, groups: readonly string[] = []): FlatRule[] {
  return splitRules(styles).flatMap((rule): FlatRule[] => {
    const opening = GROUP.exec(rule)?.[0]
    if (opening === undefined) return [{ groups, rule }]
    return flattenRules(rule.slice(opening.length, -1), [...groups, opening])
  })
}

/** Writes rules into their at-rules again; neighbours share those that they both begin with. */
export function joinRules(rules: readonly FlatRule[]): string {
  let styles = ''
  let open: readonly string[] = []
  for (const { groups, rule } of rules) {
    const differing = groups.findIndex((group, depth) => group !== open[depth])
    const shared = Math.min(open.length, differing === -1 ? groups.length : differing)
    styles += `${'}'.repeat(open.length - shared)}${groups.slice(shared).join('')}${rule}`
    open = groups
  }
  return styles + '}'.repeat(open.length)
}

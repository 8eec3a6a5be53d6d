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

/**
 * Splits a rule that has rules within into its beginning, with the brace, and these; undefined for
 * any other rule.
 */
export function openGroup(rule: string): { opening: string; inner: string } | undefined {
  const opening = GROUP.exec(rule)?.[0]
  return opening === undefined ? undefined : { opening, inner: rule.slice(opening.length, -1) }
}

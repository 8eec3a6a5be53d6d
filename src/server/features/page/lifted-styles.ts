const STYLE_ATTRIBUTE = / style="([^"]*)"/g

/** What would end a rule or begin something else: no style of the page's has any of it. */
const FOREIGN = /[&<>{}@\\]/

/**
 * Moves the style attributes of rendered markup into rules. The content security policy lets
 * styles in by nonce alone, and attributes have none. Text cannot be mistaken for an attribute,
 * since quotes in it are written as entities.
 */
export function liftStyles(markup: string): { markup: string; rules: string } {
  const numbers = new Map<string, number>()
  const lifted = markup.replaceAll(STYLE_ATTRIBUTE, (_attribute, style: string) => {
    if (FOREIGN.test(style)) throw new Error(`The style "${style}" cannot stand in a rule.`)
    return ` data-style="${numbers.getOrInsertComputed(style, () => numbers.size)}"`
  })
  const rules = [...numbers].map(([style, number]) => `#root [data-style="${number}"]{${style}}`)
  return { markup: lifted, rules: rules.join('') }
}

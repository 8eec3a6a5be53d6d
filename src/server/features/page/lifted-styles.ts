const STYLE_ATTRIBUTE = / style="([^"]*)"/g

/**
 * Matches characters that would end a rule or begin something else; no style of the page has any.
 */
const UNSAFE = /[&<>{}@\\]/

/**
 * Moves the style attributes of rendered markup into rules, because the content security policy
 * allows styles only by nonce, which attributes cannot have. Text cannot be mistaken for an
 * attribute, since quotes in it are escaped.
 */
export function liftStyles(markup: string): { markup: string; rules: string } {
  const numbers = new Map<string, number>()
  const lifted = markup.replaceAll(STYLE_ATTRIBUTE, (_attribute, style: string) => {
    if (UNSAFE.test(style)) throw new Error(`The style "${style}" cannot stand in a rule.`)
    return ` data-style="${numbers.getOrInsertComputed(style, () => numbers.size)}"`
  })
  const rules = [...numbers].map(([style, number]) => `#root [data-style="${number}"]{${style}}`)
  return { markup: lifted, rules: rules.join('') }
}

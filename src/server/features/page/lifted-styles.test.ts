import { expect, test } from 'vitest'
import { liftStyles } from './lifted-styles.ts'

test('style attributes become rules, one for each style', () => {
  const { markup, rules } = liftStyles(
    '<li style="translate:0 1rem"></li><li style="translate:0 2rem"></li><li style="translate:0 1rem"></li>',
  )
  expect(markup).toBe('<li data-style="0"></li><li data-style="1"></li><li data-style="0"></li>')
  expect(rules).toBe(
    '#root [data-style="0"]{translate:0 1rem}#root [data-style="1"]{translate:0 2rem}',
  )
})

test('a name that reads like a style stays a name', () => {
  const name = '<bdi> style=&quot;color:red&quot;</bdi>'
  expect(liftStyles(name)).toEqual({ markup: name, rules: '' })
})

test.each(['color:red}body{display:none', 'x:&quot;</style>', '@import'])(
  'a style that would leave its rule is refused: %s',
  (style) => {
    expect(() => liftStyles(`<li style="${style}"></li>`)).toThrow(/cannot stand in a rule/)
  },
)

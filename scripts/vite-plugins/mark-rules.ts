import { flattenRules, joinRules } from '#server/features/page/split-rules.ts'

/** Matches a class as the build names it, or an attribute that scripts set, with its value. */
const TOKEN = /\.(_[\w-]{5,})|\[((?:data|aria)-[\w-]+|dir)(?:="?([^"\]]*)"?)?\]/g

/** Matches innermost conditions of a selector that say nothing of what must be there. */
const CONDITION = /:[\w-]+\([^()]*\)/g

/** Matches innermost conditions but those that something is there. */
const CHOICE = /:(?!has\()[\w-]+\([^()]*\)/g

/** Matches a condition that something is there, of which no part is a choice. */
const PRESENCE = /:has\(([^(),]*)\)/g

/** A notice that is there: no document of the server has one, since scripts put them there. */
const NOTICE = ['[data-notice]:has(', '[data-notice=full]:has('] as const

/** Matches comments, such as Vite's own, which would be read as what a rule needs. */
const COMMENT = /\/\*.*?\*\//gs

/**
 * Writes before the rules of minified styles, as a comment, what a document must have for them to
 * apply, so that the server can leave out those of which a first view shows nothing: the classes and
 * attributes of a selector, and those of each other one behind a bar
 * (`_1a2b0 data-own|_1a2b1`); nothing for rules of every document. The rules keep their order.
 */
export function markRules(styles: string): string {
  let marked = ''
  let last = ''
  for (const flat of flattenRules(styles.replaceAll(COMMENT, ''))) {
    // All that stands before the declarations: selectors, or the name of an at-rule.
    const needs = listNeeds(flat.rule.replace(/\{.*/s, ''))
    if (needs !== last) marked += `/*${needs}*/`
    marked += joinRules([flat])
    last = needs
  }
  return marked
}

function listNeeds(prelude: string): string {
  if (prelude.startsWith('@')) return ''
  const filled = prelude.replaceAll(...NOTICE)
  const needs = withoutConditions(withPresence(filled)).split(',').map(listTokens)
  return needs.includes('') ? '' : [...new Set(needs)].join('|')
}

/** Writes what must be there beside the selector, unless that stands in another condition. */
function withPresence(selectors: string): string {
  const fewer = selectors.replaceAll(CHOICE, '')
  return fewer.replaceAll(PRESENCE, (condition, what: string, at: number) => {
    const before = fewer.slice(0, at)
    const isInner = before.split('(').length !== before.split(')').length
    return isInner ? condition : ` ${what} `
  })
}

function withoutConditions(selectors: string): string {
  const fewer = selectors.replaceAll(CONDITION, '')
  return fewer === selectors ? selectors : withoutConditions(fewer)
}

function listTokens(selector: string): string {
  const tokens = [...selector.matchAll(TOKEN)].map(([, className, attribute, value]) =>
    value === undefined ? (className ?? attribute) : `${attribute}=${value}`,
  )
  return [...new Set(tokens)].join(' ')
}

import { flattenRules, joinRules, type FlatRule } from './split-rules.ts'

/** Rules that need the same of a document. */
interface StyleRun {
  /** Sets of classes and attributes, of which the document must have one; none if all need it. */
  needs: readonly (readonly string[])[]
  rules: readonly FlatRule[]
}

/** Matches what the build writes before each run of rules: see `markRules`. */
const MARK = /\/\*(.*?)\*\//

/** Matches the classes, and an attribute that rules may need, in rendered markup. */
const TOKENS = / (?:class="([^"]*)"|((?:data|aria)-[\w-]+|dir)(?:="([^"]*)")?)/g

/** Picks from the page's styles those that apply to a first view. */
export class FirstStyles {
  readonly #runs: readonly StyleRun[]

  /** @param styles The page's styles, as the build marked them. */
  constructor(styles: string) {
    const [unmarked = '', ...marked] = styles.split(MARK)
    const runs: StyleRun[] = [{ needs: [], rules: flattenSeen(unmarked) }]
    for (let at = 0; at < marked.length; at += 2) {
      const needs = (marked[at] ?? '').split('|').filter(Boolean)
      runs.push({
        needs: needs.map((set) => set.split(' ')),
        rules: flattenSeen(marked[at + 1] ?? ''),
      })
    }
    this.#runs = runs
  }

  /** All rules, for a document that says nothing of what the browser will render. */
  get all(): string {
    return joinRuns(this.#runs)
  }

  /** Returns the rules that apply to a document of this markup, in their order. */
  pick(markup: string): string {
    const tokens = listTokens(markup)
    const applies = ({ needs }: StyleRun) =>
      needs.length === 0 || needs.some((set) => set.every((token) => tokens.has(token)))
    return joinRuns(this.#runs.filter(applies))
  }
}

/**
 * Returns the rules of what is painted: nobody points at a document that is not there yet, and the
 * page's whole styles follow the first paint.
 */
function flattenSeen(styles: string): FlatRule[] {
  return flattenRules(styles).filter(({ rule }) => !rule.includes(':hover'))
}

/** Puts neighbours that stand in at-rules alike into one: of a board's 150 at-rules, 100 go. */
function joinRuns(runs: readonly StyleRun[]): string {
  return joinRules(dropRepeated(runs.flatMap(({ rules }) => rules)))
}

/**
 * Keeps the last of rules that are written more than once, which is the one that counts. The build
 * writes a module's rules again for each module that composes of it.
 */
function dropRepeated(rules: readonly FlatRule[]): FlatRule[] {
  const texts = rules.map(({ groups, rule }) => [...groups, rule].join(''))
  const lastAt = new Map(texts.map((text, at) => [text, at]))
  return rules.filter((_rule, at) => lastAt.get(texts[at] ?? '') === at)
}

function listTokens(markup: string): ReadonlySet<string> {
  const tokens = new Set<string>()
  for (const [, classes, attribute, value] of markup.matchAll(TOKENS)) {
    for (const name of classes?.split(' ') ?? []) tokens.add(name)
    if (attribute !== undefined) tokens.add(attribute).add(`${attribute}=${value ?? ''}`)
  }
  return tokens
}

import { openGroup, splitRules } from './split-rules.ts'

/** Rules that need the same of a document. */
interface StyleRun {
  /** Sets of classes and attributes, of which the document must have one; none if all need it. */
  needs: readonly (readonly string[])[]
  rules: string
}

/** Matches what the build writes before each run of rules: see `markRules`. */
const MARK = /\/\*(.*?)\*\//

/** Matches the classes, and an attribute of data, in rendered markup. */
const TOKENS = / (?:class="([^"]*)"|(data-[\w-]+)(?:="([^"]*)")?)/g

/** Picks from the page's styles those that apply to a first view. */
export class FirstStyles {
  readonly #runs: readonly StyleRun[]

  /** @param styles The page's styles, as the build marked them. */
  constructor(styles: string) {
    const [unmarked = '', ...marked] = styles.split(MARK)
    const runs: StyleRun[] = [{ needs: [], rules: unmarked }]
    for (let at = 0; at < marked.length; at += 2) {
      const needs = (marked[at] ?? '').split('|').filter(Boolean)
      runs.push({ needs: needs.map((set) => set.split(' ')), rules: marked[at + 1] ?? '' })
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

function joinRuns(runs: readonly StyleRun[]): string {
  return joinGroups(runs.map(({ rules }) => rules).join(''))
}

/** Puts neighbours that stand in at-rules alike into one: of a board's 150 at-rules, 100 go. */
function joinGroups(styles: string): string {
  const joined: { opening: string | undefined; rules: string }[] = []
  for (const rule of splitRules(styles)) {
    const group = openGroup(rule)
    const last = joined.at(-1)
    if (group !== undefined && group.opening === last?.opening) last.rules += group.inner
    else joined.push({ opening: group?.opening, rules: group?.inner ?? rule })
  }
  return joined
    .map(({ opening, rules }) =>
      opening === undefined ? rules : `${opening}${joinGroups(rules)}}`,
    )
    .join('')
}

function listTokens(markup: string): ReadonlySet<string> {
  const tokens = new Set<string>()
  for (const [, classes, attribute, value] of markup.matchAll(TOKENS)) {
    for (const name of classes?.split(' ') ?? []) tokens.add(name)
    if (attribute !== undefined) tokens.add(attribute).add(`${attribute}=${value ?? ''}`)
  }
  return tokens
}

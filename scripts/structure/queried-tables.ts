import { Visitor, type ESTree } from 'rolldown/utils'

/** Kysely's methods whose first argument names a table or several. */
const TABLE_FIRST =
  /^(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|using|(?:inner|left|right|full|cross)Join(?:Lateral)?)$/

/** A method of Kysely's only after another call: `updateTable(…).from(…)`, not `Array.from(…)`. */
const CHAINED = 'from'

/**
 * A table's name after its keyword in SQL, or the `?` of an inserted value; not after `do update`
 * and the like, where no table is named.
 */
const TABLE_IN_SQL =
  /(?<!\b(?:do|for|distinct)\s+)\b(?:from|join|into|update)\s+(?:"?([a-z_]\w*)|\?)/gi

/**
 * Returns the tables that the queries of a program name, each once; null stands for a name that is
 * known at run time only.
 */
export function findTables(program: ESTree.Program): (string | null)[] {
  const tables = new Set<string | null>()
  const visitor = new Visitor({
    CallExpression: (call) => {
      for (const table of findNamed(call)) tables.add(table)
    },
    // The rows for a table that are inserted together with those for others.
    ObjectExpression: ({ properties }) => {
      const named = new Map(properties.flatMap(toEntry))
      if (!named.has('rows')) return
      for (const table of namesIn(named.get('table'))) if (table !== null) tables.add(table)
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      const text = toText(quasi)
      for (const [, table = null] of text.matchAll(TABLE_IN_SQL)) tables.add(table)
    },
  })
  visitor.visit(program)
  return [...tables]
}

/** Returns the text of SQL with a `?` for each value, and a `(` for rows that stand as a table. */
function toText({ quasis, expressions }: ESTree.TemplateLiteral): string {
  return quasis.map(({ value }, index) => value.raw + markOf(expressions[index])).join('')
}

function markOf(value: ESTree.Expression | undefined): string {
  if (value === undefined) return ''
  return calls(value, 'rowList') ? '(' : '?'
}

function calls(value: ESTree.Expression, name: string): boolean {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return false
  return value.callee.name === name
}

function toEntry(property: ESTree.ObjectPropertyKind): [string, ESTree.Expression][] {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
  return [[property.key.name, property.value]]
}

function findNamed({ callee, arguments: [first, second] }: ESTree.CallExpression) {
  if (callee.type === 'Identifier') {
    if (callee.name === 'insertRows') return namesIn(second)
    return TABLE_FIRST.test(callee.name) ? namesIn(first) : []
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
  const { name } = callee.property
  const isChained = name === CHAINED && callee.object.type === 'CallExpression'
  return isChained || TABLE_FIRST.test(name) ? namesIn(first) : []
}

/** Returns the names in an argument, without aliases; a subquery's are found where it is built. */
function namesIn(
  argument: ESTree.Argument | ESTree.ArrayExpressionElement | undefined,
): (string | null)[] {
  if (argument?.type === 'ArrayExpression') return argument.elements.flatMap(namesIn)
  if (argument?.type === 'Literal' && typeof argument.value === 'string') {
    return argument.value.split(' ', 1)
  }
  const isSubquery =
    argument?.type === 'ArrowFunctionExpression' || argument?.type === 'CallExpression'
  return isSubquery ? [] : [null]
}

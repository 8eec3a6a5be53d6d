import {
  BinaryOperationNode,
  FunctionNode,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
  type KyselyPlugin,
  type OperationNode,
} from 'kysely'

/**
 * Asks PostgreSQL for `= any($1)` in place of `in ($1, …, $n)`, so that a query has one text, and
 * one plan, for lists of every length.
 */
export function anyOfList(): KyselyPlugin {
  const transformer = new ListTransformer()
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class ListTransformer extends OperationNodeTransformer {
  protected override transformBinaryOperation(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformBinaryOperation']>
  ): BinaryOperationNode {
    const transformed = super.transformBinaryOperation(node, queryId)
    const { leftOperand, operator, rightOperand } = transformed
    const values = listValues(rightOperand)
    if (!OperatorNode.is(operator) || values === undefined) return transformed
    if (operator.operator !== 'in' && operator.operator !== 'not in') return transformed
    const [comparison, quantifier] =
      operator.operator === 'in' ? (['=', 'any'] as const) : (['<>', 'all'] as const)
    return BinaryOperationNode.create(
      leftOperand,
      OperatorNode.create(comparison),
      FunctionNode.create(quantifier, [ValueNode.create(values)]),
    )
  }
}

/** Returns the values of a list that has nothing but values; undefined for anything else. */
function listValues(node: OperationNode): readonly unknown[] | undefined {
  if (PrimitiveValueListNode.is(node)) return node.values
  if (!ValueListNode.is(node)) return undefined
  const values = node.values.filter((value) => ValueNode.is(value))
  const isPlain =
    values.length === node.values.length && values.every(({ immediate }) => !immediate)
  return isPlain ? values.map(({ value }) => value) : undefined
}

import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'

/**
 * Returns the condition that a column, such as `s.token`, has one of the values, for statements
 * that are written as text.
 */
export function isOneOf(column: string, values: readonly string[]): Expression<SqlBool> {
  return expressionBuilder<Record<string, never>>()(sql.ref<string>(column), 'in', values)
}

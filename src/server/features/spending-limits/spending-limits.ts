// The database writer's thread loads this file, so it imports little: see `feature.ts` for the rest.

export { toRefusalError } from './refusal.ts'
export {
  findRefusal,
  hasLimit,
  limitSpansAt,
  listAllowances,
  NO_POLICY,
  NO_RULES,
  NOTHING_SPENT,
  type Allowance,
  type OwnRules,
  type SpendingPolicy,
  type SpendingRefusal,
  type Spent,
} from './rules.ts'
export { findOwnRules, readOwnRules } from './store.ts'

import { Notice } from '../notice.tsx'
import type { Problem } from './use-task.ts'

/** Says what went wrong with a task; nothing if nothing did. */
export function ProblemNotice({ problem }: { problem: Problem | undefined }) {
  if (problem === undefined) return null
  const { number, sentence, reference, advice } = problem
  return (
    <Notice key={number} ariaRole="alert" tone="error" reference={reference} hint={advice}>
      {sentence}
    </Notice>
  )
}

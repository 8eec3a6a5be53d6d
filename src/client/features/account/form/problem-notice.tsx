import { Notice } from '#client/ui/notice.tsx'
import type { Problem } from './use-task.ts'

/** Says what went wrong with a task; nothing if nothing did. */
export function ProblemNotice({ problem }: { problem: Problem | undefined }) {
  if (problem === undefined) return null
  return (
    <Notice key={problem.number} ariaRole="alert" tone="error" reference={problem.reference}>
      {problem.sentence}
    </Notice>
  )
}

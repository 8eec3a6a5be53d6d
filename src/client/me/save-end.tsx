import { Button } from '#client/ui/button.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import type { useTask } from '#client/ui/form/use-task.ts'
import { Notice } from '#client/ui/notice.tsx'

export interface SaveEndProps {
  /** The task that saves the form. */
  task: ReturnType<typeof useTask>
  /** True once it has saved what is shown. */
  isSaved: boolean
  /** The button's words. */
  label: string
}

/** Ends a form that is saved: with what went wrong, or that it is saved, and its button. */
export function SaveEnd({ task, isSaved, label }: SaveEndProps) {
  return (
    <>
      <FormProblemNotice />
      {task.problem === undefined && isSaved && (
        <Notice ariaRole="status" tone="success">
          Saved.
        </Notice>
      )}
      <Button type="submit" busy={task.busy}>
        {label}
      </Button>
    </>
  )
}

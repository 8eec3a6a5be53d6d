import { Notice, type NoticeProps } from '#client/ui/notice.tsx'
import { StepArea } from './step-area.tsx'
import styles from './step.module.css'

/** Shows a notice and focuses it, because the control that had the focus is gone. */
export function FocusedNotice(props: NoticeProps) {
  return (
    <StepArea>
      <div tabIndex={-1} className={styles.spoken} data-first-focus>
        <Notice {...props} />
      </div>
    </StepArea>
  )
}

import { useEffect, useRef } from 'react'
import { bringIntoView } from '#client/lib/bring-into-view.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { LimitsLink } from './limits/limits-link.tsx'
import styles from './donate-panel.module.css'
import type { PanelMessage, ShowMessage } from './panel-message.ts'

export interface PanelNoticeProps {
  message: PanelMessage
  showMessage: ShowMessage
}

/** Shows the panel's message, below the buttons, so that these stay where they were pressed. */
export function PanelNotice({ message, showMessage }: PanelNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(place.current), [])
  const { ariaRole, tone, sentence, reference, action, isOfLimits = false } = message
  return (
    <div ref={place} className={styles.message}>
      <Notice
        ariaRole={ariaRole}
        tone={tone}
        reference={reference}
        {...(action
          ? {
              action: (
                <Button variant="link" onClick={action.onPress}>
                  {action.label}
                </Button>
              ),
            }
          : { onDismiss: () => showMessage(undefined) })}
      >
        {isOfLimits ? (
          <>
            {sentence} <LimitsLink />
          </>
        ) : (
          sentence
        )}
      </Notice>
    </div>
  )
}

import type { FallbackProps } from 'react-error-boundary'
import { ConsoleButton } from '../ui/console-button.tsx'
import { Panel } from '../ui/panel.tsx'

/** Replaces a section that crashed or could not be loaded; the others go on working. */
export function SectionCrash({ resetErrorBoundary }: FallbackProps) {
  return (
    <div role="alert">
      <Panel title="This section could not be shown.">
        <p>Check your internet connection, then try again. The other sections go on working.</p>
        <ConsoleButton onClick={resetErrorBoundary}>Try again</ConsoleButton>
      </Panel>
    </div>
  )
}

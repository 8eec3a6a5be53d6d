import { ErrorBoundary } from 'react-error-boundary'
import type { PreviewView } from '#contract/campaign/preview.ts'
import { AboutDialog } from '#client/features/campaign/about-dialog.tsx'
import { Disclaimer } from '#client/features/disclaimer/disclaimer.tsx'
import { PreviewPanel } from '#client/features/donate/preview-panel.tsx'
import { PageCrash } from '../app/crash.tsx'
import page from '../app/page.module.css'
import { Page } from '../app/page.tsx'
import { report } from './drafts.ts'

/** Shows a part of the visitors' page, and says that it is a preview. */
export function Preview({ view }: { view: PreviewView }) {
  return (
    <ErrorBoundary FallbackComponent={PageCrash}>
      {view === 'disclaimer' ? (
        <Disclaimer onAccept={showPage} />
      ) : (
        <PreviewPage hasPanel={view !== 'board'} />
      )}
      {view === 'about' && <AboutDialog onClose={showPage} />}
      {/* To be seen it stands above the frame, where it covers nothing. */}
      <p className="visually-hidden">Preview</p>
    </ErrorBoundary>
  )
}

/** The page, and the donation panel, of which the campaign sets the amounts; nothing in it works. */
function PreviewPage({ hasPanel }: { hasPanel: boolean }) {
  return (
    <Page
      firstBoard={undefined}
      exampleEmail={hasPanel ? 'ada@example.com' : undefined}
      aside={
        hasPanel && (
          <aside className={page.aside} aria-label="Donate" inert>
            <PreviewPanel />
          </aside>
        )
      }
    />
  )
}

/** Asks the console for the page itself, instead of accepting anything. */
function showPage(): void {
  report({ kind: 'preview-view', view: 'page' })
}

import './assets/fonts/fonts.css'
import './assets/fonts/fonts-extended.css'
import './app/tokens.css'
import './app/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from 'react-error-boundary'
import { config } from 'zod'
import { PageCrash } from './app/crash.tsx'
import { fetchMissingCampaign } from '#client/lib/live-campaign.ts'
import { RecapPage } from './recap/recap-page.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('The document has no #root.')

// The content security policy allows no compiled schemas.
config({ jitless: true })

void fetchMissingCampaign()

createRoot(container).render(
  <StrictMode>
    <ErrorBoundary FallbackComponent={PageCrash}>
      <RecapPage />
    </ErrorBoundary>
  </StrictMode>,
)

import './assets/fonts/fonts.css'
import './assets/fonts/fonts-extended.css'
import './app/tokens.css'
import './app/styles.css'
import './console/console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod'
import { ConsolePage } from './console/console-page.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('The document has no #root.')

// The content security policy allows no compiled schemas.
config({ jitless: true })

createRoot(container).render(
  <StrictMode>
    <ConsolePage />
  </StrictMode>,
)

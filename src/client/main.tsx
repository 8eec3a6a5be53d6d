import './assets/fonts/fonts.css'
import './app/tokens.css'
import './app/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { takeArrival } from './features/donate/arrival.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root.')

takeArrival()

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

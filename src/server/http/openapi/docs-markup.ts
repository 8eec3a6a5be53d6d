/** The addresses of the reader's page and of its files. */
export const DOCS_PATH = '/api/docs'

/** Shows the document; it can send requests that change nothing, and no others. */
const START = `
  SwaggerUIBundle({
    url: '/api/openapi.json',
    dom_id: '#reader',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayOperationId: true,
    displayRequestDuration: true,
    filter: true,
    showExtensions: true,
    supportedSubmitMethods: ['get'],
    validatorUrl: null,
  })
`

/** The page's colours over those of the reader's own dark style sheet, and its faults on phones. */
const STYLES = `
  html { color-scheme: dark; }
  html.dark-mode, body, #reader .swagger-ui, #reader .scheme-container { background: #05040d; }
  body { margin: 0; }
  #reader :is(.title, .opblock-tag, .opblock-tag a, .opblock-summary-path a) { color: #f5f3ff; }
  #reader :is(.info, .renderedMarkdown) a { color: #b79dff; }
  #reader .info { margin: 2rem 0; }
  #reader .scheme-container { padding: 0.5rem 0; box-shadow: none; }
  #reader :is(.header-col, .headers td, .headers th) { color: #bdb6de; }
  #reader :is(.servers-title, .servers, .response-col_links) { display: none; }
  #reader .opblock { background: #0e0b22; border-color: #4a4166; }
  #reader .opblock-body { overflow-x: auto; }
  #reader .filter .operation-filter-input { width: 100%; }
  #reader :focus-visible { outline: 3px solid #ffd479; outline-offset: 2px; }
  @media (width < 48rem) {
    #reader .opblock-summary-operation-id { display: none; }
  }
`

/** Returns the page that shows the API's document. */
export function renderDocs(nonce: string): string {
  return `<!doctype html>
<html lang="en" class="dark-mode">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>API · Donation Royale</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css" />
    <style nonce="${nonce}">${STYLES}</style>
  </head>
  <body>
    <div id="reader"></div>
    <noscript>This page needs JavaScript; programs read <a href="/api/openapi.json">the document</a> itself.</noscript>
    <script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script nonce="${nonce}">${START}</script>
  </body>
</html>
`
}

import { startWebServer, type WebServer } from './web-server.ts'

const SENTENCE = 'This sentence is one of many that make an article long enough to be worth reading. '
const PARAGRAPH = `<p>${SENTENCE.repeat(8)}</p>`

/** A site with an article at every path, whose last paragraph only a browser sees. */
export function startArticles(): Promise<WebServer> {
  return startWebServer((request, response) => {
    const path = request.url ?? '/'
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><head><title>Page ${path}</title></head>
      <body><article><h1>Page ${path}</h1>${PARAGRAPH.repeat(2)}</article>
      <script>
        const added = document.createElement('p')
        added.textContent = 'This part was written by a script in the browser. ${SENTENCE.repeat(4)}'
        document.querySelector('article').append(added)
      </script></body></html>`)
  })
}

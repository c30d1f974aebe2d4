import { createServer } from 'node:http'
createServer((request, response) => {
  const query = new URL(request.url, '{issuer}').searchParams
  if (!query.has('state')) return response.writeHead(404).end()
  const isOurs = query.get('state') === process.env.STATE && query.get('iss') === '{issuer}'
  const answer = isOurs ? (query.get('code') ?? query.get('error')) : 'This answer is not for us.'
  process.stdout.write(`${answer}\n`)
  response.end('You can close this page.', () => process.exit(isOurs && query.has('code') ? 0 : 1))
}).listen(8765, '127.0.0.1')

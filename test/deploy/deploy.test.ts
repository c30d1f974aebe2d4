import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from '../ports/certificate.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'

const NGINX = '/usr/sbin/nginx'
const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze'

const folder = mkdtempSync(join(tmpdir(), 'rq-deploy-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function deployed(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
}

it('The unit is one that systemd takes', (t) => {
  if (!existsSync(SYSTEMD_ANALYZE)) return t.skip('systemd is not installed')
  const unit = join(folder, 'reading-queue.service')
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
  writeFileSync(unit, deployed('reading-queue.service').replaceAll('/opt/reading-queue', root))
  const said = execFileSync(SYSTEMD_ANALYZE, ['verify', '--man=no', unit], { stdio: 'pipe' })
  assert.equal(said.toString(), '')
})

it('The service works behind nginx as it is set up', async (t) => {
  if (!existsSync(NGINX)) return t.skip('nginx is not installed')
  const port = await freePort()
  const baseUrl = `https://127.0.0.1:${port}`
  const service = await startService('sqlite', { env: { BASE_URL: baseUrl, TRUST_PROXY: '1' } })
  const address = service.running.services.config
  const { key, cert } = makeCertificate()
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'cert.pem'), cert)
  const site = deployed('nginx.conf')
    .replace('127.0.0.1:3000', `127.0.0.1:${address.port}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${temporary.join(' ')}\n${site}\n}`,
  )
  chmodSync(folder, 0o755)
  execFileSync(NGINX, ['-t', '-q', '-c', config], { stdio: 'inherit' })
  const nginx = spawn(NGINX, ['-c', config], { stdio: 'inherit' })

  function ask(path: string, body?: string): Promise<{ status: number | undefined; text: string }> {
    return new Promise((resolve, reject) => {
      const headers =
        body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
      const options = { method: body === undefined ? 'GET' : 'POST', headers, ca: cert }
      const sent = request(baseUrl + path, options, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode, text }))
      })
      sent.on('error', reject).end(body)
    })
  }
  try {
    await eventually(
      () => ask('/readyz').catch(() => ({ status: 0 })),
      ({ status }) => status === 200,
    )
    const metadata = await ask('/.well-known/oauth-protected-resource/mcp')
    assert.equal((JSON.parse(metadata.text) as { resource: string }).resource, `${baseUrl}/mcp`)
    const metadataOfClient = { redirect_uris: ['http://127.0.0.1/callback'] }
    assert.equal((await ask('/oauth/register', JSON.stringify(metadataOfClient))).status, 201)
    const state = 'x'.repeat(14_000)
    const long = await ask(`/oauth/authorize?client_id=none&state=${state}`)
    assert.match(long.text, /invalid_client/)
    // The service says no to a body this large, not the proxy.
    assert.equal((await ask('/queue', 'x'.repeat(11_000_000))).status, 401)
  } finally {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
    await service.stop()
  }
})

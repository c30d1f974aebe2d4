import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeCertificate } from '../ports/certificate.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { startService, type TestService } from '../support/service.ts'

/** What stands in the example's place while it is tested. */
type Places = { folder: string; port: number; servicePort: number }

export type Proxy = {
  name: string
  program: string
  /** Writes the example with other places; gives the arguments that run it, and those that only look at it. */
  prepare(places: Places): { run: string[]; check: string[] }
}

export const nginx: Proxy = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  prepare({ folder, port, servicePort }) {
    const site = deployed('nginx.conf')
      .replace('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
       http { access_log off; ${temporary.join(' ')}\n${site}\n}`,
    )
    return { run: ['-c', file], check: ['-t', '-q', '-c', file] }
  },
}

export const caddy: Proxy = {
  name: 'Caddy',
  program: '/usr/bin/caddy',
  prepare({ folder, port, servicePort }) {
    const site = deployed('Caddyfile')
      .replace('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
      .replace(
        'queue.example.org {',
        `https://127.0.0.1:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
      )
    const file = join(folder, 'Caddyfile')
    const settings = `admin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}/caddy`
    writeFileSync(file, `{\n\t${settings}\n}\n${site}`)
    return { run: ['run', '--config', file], check: ['validate', '--config', file] }
  },
}

/** A service behind a proxy that speaks TLS and is set up by its example. */
export type Proxied = {
  service: TestService
  baseUrl: string
  /** Asks with headers, also from another address of this machine. */
  ask(path: string, options?: Asked): Promise<{ status: number | undefined; text: string; cookie: string }>
  stop(): Promise<void>
}

type Asked = { method?: string; headers?: Record<string, string>; body?: string; from?: string }

/** Of every proxy here; this process trusts it, which it has to before it first asks one of them. */
const { key, cert } = makeCertificate()
setDefaultCACertificates([...getCACertificates(), cert])

/** Starts a service and a proxy before it. */
export async function startProxied({ program, prepare }: Proxy): Promise<Proxied> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-proxy-'))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'cert.pem'), cert)
  const port = await freePort()
  const baseUrl = `https://127.0.0.1:${port}`
  const service = await startService('sqlite', { env: { BASE_URL: baseUrl, TRUST_PROXY: '1' } })
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  let proxy: ChildProcess | undefined
  let message = ''

  const ask: Proxied['ask'] = (path, { method = 'GET', headers = {}, body, from } = {}) =>
    new Promise((resolve, reject) => {
      const options = { method, headers, ca: cert, ...(from && { localAddress: from }) }
      const sent = request(baseUrl + path, options, (response) => {
        let text = ''
        const cookie = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve({ status: response.statusCode, text, cookie }))
      })
      sent.on('error', reject).end(body)
    })

  async function stop(): Promise<void> {
    if (proxy && proxy.exitCode === null) {
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
    }
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const { run, check } = prepare({ folder, port, servicePort: service.running.services.config.port })
    execFileSync(program, check, { stdio: 'pipe', env })
    proxy = spawn(program, run, { stdio: ['ignore', 'pipe', 'pipe'], env })
    for (const out of [proxy.stdout, proxy.stderr])
      out?.on('data', (chunk: Buffer) => (message += String(chunk)))
    await eventually(
      () => ask('/readyz').catch((error: unknown) => ({ status: 0, said: message, error: String(error) })),
      ({ status }) => status === 200,
    )
    return { service, baseUrl, ask, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export function deployed(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
}

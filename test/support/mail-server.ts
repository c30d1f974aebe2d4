import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** An email as it came over SMTP. */
export type Received = { from: string; to: string[]; subject: string; text: string }

/** A real mail server on loopback that keeps what it takes. */
export type MailServer = {
  url: string
  emails: Received[]
  /** From now on refuses every email, or accepts them again. */
  refuse(isRefusing: boolean): void
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const emails: Received[] = []
  let isRefusing = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === 'queue' && password === 's3cret') done(null, { user: username })
      else done(new Error('Wrong password'))
    },
    onRcptTo(_, __, done) {
      done(isRefusing ? new Error('Not now') : null)
    },
    onData(stream, { envelope }, done) {
      let source = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (source += chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        emails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parse(source) })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://queue:s3cret@127.0.0.1:${(listening.address() as AddressInfo).port}`,
    emails,
    refuse: (refusing) => void (isRefusing = refusing),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Subject and text of a plain-text email. */
function parse(source: string): { subject: string; text: string } {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const body = rest.join('\n\n')
  const isQuoted = /content-transfer-encoding: quoted-printable/i.test(head)
  const subject = /^subject: (.*)$/im.exec(head)?.[1] ?? ''
  return { subject, text: isQuoted ? unquote(body) : body.replaceAll('\r\n', '\n') }
}

function unquote(text: string): string {
  const joined = text.replaceAll(/=\r\n/g, '').replaceAll('\r\n', '\n')
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}

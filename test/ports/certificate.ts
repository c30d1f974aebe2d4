import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate for 127.0.0.1 and these names that signed itself, made anew so that none has to be kept. */
export function makeCertificate(names: string[] = []): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('127.0.0.1')))))
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const addresses = sequence(
    der(0x87, Buffer.of(127, 0, 0, 1)),
    ...names.map((name) => der(0x82, Buffer.from(name))),
  )
  const subjectAltName = sequence(oid('551d11'), der(0x04, addresses))
  // RFC 5280 §4.1: what is signed, by what, and the signature.
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName)),
  )
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', signed, privateKey)])
  const body = sequence(signed, algorithm, der(0x03, signature)).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

/** Distinguished encoding: a tag, the length in as few octets as it takes, the content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  const octets = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...octets), content])
}

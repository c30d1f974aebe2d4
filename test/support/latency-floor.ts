// The floor of the latency probe: a server that does nothing. Its response times are those of the machine, which other
// programs make longer as well. It ends with the process that started it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_, response) => response.end('{}'))
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

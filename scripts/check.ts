// Runs every check of the code and prints what the failing ones say: `npm run check`.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

const CHECKS = ['format:check', 'lint', 'types', 'unused']

type Result = { name: string; code: number | null; output: string }

async function runCheck(name: string): Promise<Result> {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [code, out, err] = await Promise.all([exited, text(child.stdout), text(child.stderr)])
  return { name, code, output: out + err }
}

const results = await Promise.all(CHECKS.map(runCheck))
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name}`)
  if (code !== 0) console.log(output)
}
if (results.some(({ code }) => code !== 0)) process.exitCode = 1

// `npm run partners [-- <tester> …]`: runs third-party testers against our server. Testers that the machine lacks are
// skipped with a message. Exits with 1 if one of them found a problem.
import { install } from '../install.ts'
import { TRIALS, tryOne } from './trials.ts'

const asked = process.argv.slice(2)
const unknown = asked.filter(id => !TRIALS.some(trial => trial.id === id))
if (unknown.length > 0) {
  console.error(`Unknown tool: ${unknown.join(', ')}. Allowed: ${TRIALS.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}
install('partners')
for (const trial of TRIALS.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  const missing = trial.missing()
  if (missing !== undefined) {
    console.log(`SKIPPED  ${trial.id}: missing ${missing}`)
    continue
  }
  const { good, words, output } = await tryOne(trial)
  console.log(`${good ? 'good   ' : 'FAULT  '}  ${trial.id}: ${words}`)
  if (good) continue
  console.error(output.slice(-8000))
  process.exitCode = 1
}

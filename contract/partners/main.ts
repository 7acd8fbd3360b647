// `npm run partners [-- <tester> …]`: runs the testers of others against our server. What a machine lacks is skipped, aloud.
// Ends with 1 when one of them found something.
import { install } from '../install.ts'
import { TRIALS, tryOne } from './trials.ts'

const asked = process.argv.slice(2)
const unknown = asked.filter(id => !TRIALS.some(trial => trial.id === id))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: there are ${TRIALS.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}
install('partners')
for (const trial of TRIALS.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  const missing = trial.missing()
  if (missing !== undefined) {
    console.log(`SKIPPED  ${trial.id}: this machine has no ${missing}`)
    continue
  }
  const { good, words, output } = await tryOne(trial)
  console.log(`${good ? 'good   ' : 'FAULT  '}  ${trial.id}: ${words}`)
  if (good) continue
  console.error(output.slice(-8000))
  process.exitCode = 1
}

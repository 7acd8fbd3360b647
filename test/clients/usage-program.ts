// A program with the published SDK that reads the usage. Prints the result of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

await ask('usage', resend.usage.get())

printAnswers()

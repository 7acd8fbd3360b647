// A program with the published SDK that reads the usage. Prints the result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

await printAnswer('usage', resend.usage.get())

printAnswers()

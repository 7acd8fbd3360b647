// What a user of the published SDK writes who wants to know what they have used. Prints what each call gave, by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

await ask('usage', resend.usage.get())

printAnswers()

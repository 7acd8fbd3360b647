// The output of programs that use the published SDK: the result of each call by name, as JSON. A program has only
// RESEND_BASE_URL and RESEND_API_KEY.
import { Resend } from 'resend'

export const resend = new Resend()

const answers: Record<string, unknown> = {}

export async function printAnswer<T extends { data: unknown; error: unknown }>(
  name: string,
  answer: PromiseLike<T>,
): Promise<T> {
  const { data, error } = await answer
  answers[name] = error ? { error } : data
  return { data, error } as T
}

/** Call it last. */
export function printAnswers(others: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ ...others, ...answers }))
}

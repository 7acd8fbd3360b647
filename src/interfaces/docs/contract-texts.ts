// The contract in other formats. Creating them takes up to a second, so it runs in a thread.
import { readDocument } from '../contract/document.ts'
import { inOpenApi30 } from './openapi-30.ts'

export function openApi30Text(): string {
  return JSON.stringify(inOpenApi30(readDocument()), null, 2) + '\n'
}

export async function yamlText(): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(readDocument())
}

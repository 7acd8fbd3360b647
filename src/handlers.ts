// Table of contents: which function answers which operation.
import * as api_keys from './api-keys/handlers.ts'
import type { Handlers } from './operation.ts'

export const handlers: Handlers = {
  ...api_keys,
}

// `npm run sdk`: builds the publishable TypeScript client in sdk/. `cd sdk && npm pack` shows the content of the
// package.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { optionsOf } from '../options.ts'
import { buildSdk } from './build.ts'

optionsOf([])
const contract = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'))
const folder = fileURLToPath(new URL('../../sdk/', import.meta.url))
await buildSdk(folder, contract)
console.log('The SDK is in sdk/: its code and types in dist/.')

// The generated half of the SDK: types, a fetch client and one function per operation, generated from the contract by
// @hey-api/openapi-ts.
import { registerHooks } from 'node:module'
import type { Json } from '../openapi.ts'

/**
 * The generator uses TypeScript's JavaScript API, which TypeScript 7 no longer has. It finds version 5 under an
 * additional name in package.json.
 */
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' && context.parentURL?.includes('/@hey-api/') ? 'typescript-5' : specifier, context),
})
const { createClient } = await import('@hey-api/openapi-ts')
hooks.deregister()

/** Writes the client for this contract into a folder, which is emptied before. */
export async function generateClient(contract: Json, folder: string): Promise<void> {
  await createClient({
    input: contract,
    output: { path: folder, module: { extension: '.js' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  })
}

// The first file to run, in plain JavaScript: a Node that is too old prints a clear message here instead of failing on
// TypeScript.
import * as modules from 'node:module'

const NODE_MAJOR_MIN = 24
const major = Number(process.versions.node.split('.')[0])

if (major < NODE_MAJOR_MIN) {
  console.error(
    `Lettermill needs Node ${NODE_MAJOR_MIN} or newer and this is ${process.versions.node}: ` +
      'start it with `npm start`, which brings its own, or install a newer Node.',
  )
  process.exit(1)
}
modules.enableCompileCache?.()
await import('./main.ts')

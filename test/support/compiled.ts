// The compile cache of Node for processes that start often: it saves half of the start. The server itself manages this
// in src/start.js, in the same folder; the cache outlives the tests.
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Variables for the environment of a process. */
export const COMPILED = {
  NODE_COMPILE_CACHE: path.join(process.env.LASTING_TMPDIR ?? tmpdir(), 'node-compile-cache'),
}

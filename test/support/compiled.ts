// Where Node keeps what it compiled, for processes that begin many times: half of their beginning. The server looks after
// that itself (src/start.js), in the same folder; it outlives the tests.
import { tmpdir } from 'node:os'
import path from 'node:path'

/** For the environment of a process. */
export const COMPILED = {
  NODE_COMPILE_CACHE: path.join(process.env.LASTING_TMPDIR ?? tmpdir(), 'node-compile-cache'),
}

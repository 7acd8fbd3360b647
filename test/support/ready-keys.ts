// Servers of tests take keys that are made already. `vi.importActual` has what makes new ones.
import { vi } from 'vitest'

vi.mock('../../src/base/secrets/dkim-keys.ts', () => import('./dkim-keys.ts'))

// Test servers use pregenerated keys. `vi.importActual` returns the real module.
import { vi } from 'vitest'

vi.mock('../../src/base/secrets/dkim-keys.ts', () => import('./dkim-keys.ts'))

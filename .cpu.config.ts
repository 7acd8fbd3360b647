import base from './vitest.config.ts'
const c: any = base
for (const p of c.test.projects) p.test.setupFiles = ['./.cpu-setup.ts']
export default c

// Chromium for tests: the installed one, or the one from a package.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export async function launchBrowser(): Promise<Browser> {
  // the sandbox needs privileges that root drops and containers remove
  const args = process.platform === 'linux' ? ['--no-sandbox'] : []
  const installed = process.env.CHROME_PATH ?? INSTALLED.find(file => existsSync(file))
  if (installed) return chromium.launch({ executablePath: installed, args })
  const folder = await unpacked()
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    // not the package's own arguments: they disable the isolation of origins, which the tests check
    args: [...args, '--headless=shell', '--disable-gpu'],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    },
  })
}

/**
 * The folder of the package's Chromium, unpacked at the first use. Test files run in parallel and may be stopped, so
 * each one unpacks into a separate folder and renames it when it is complete.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8'))
  const folder = path.join(process.env.LASTING_TMPDIR ?? tmpdir(), `lettermill-chromium-${version}`)
  if (existsSync(folder)) return folder
  const { AWS_LAMBDA_JS_RUNTIME, TMPDIR, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env
  const own = mkdtempSync(`${folder}-`)
  try {
    // the first variable unpacks the libraries that a bare machine lacks; the second one sets where
    Object.assign(process.env, { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: own })
    await (await import('@sparticuz/chromium')).default.executablePath()
  } finally {
    restore({ AWS_LAMBDA_JS_RUNTIME, TMPDIR, LD_LIBRARY_PATH, FONTCONFIG_PATH })
  }
  const fonts = path.join(own, 'fonts', 'fonts.conf')
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', path.join(folder, 'fonts')))
  try {
    renameSync(own, folder)
  } catch {
    // another test file was faster
    rmSync(own, { recursive: true, force: true })
  }
  return folder
}

function restore(before: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

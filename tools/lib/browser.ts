import { existsSync } from 'node:fs';
import { run } from './run-program.ts';
import { exitWithError, printLine } from './terminal.ts';

/** The headless shell comes first: it opens a page in half the time. */
const BROWSER_PATHS = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
] as const;

/** Without the sandbox, with which Chromium does not start as root, and without background work such as updates. */
export const BROWSER_FLAGS: readonly string[] = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
];

/** The browser that the tests drive; undefined when none is installed. */
export function findBrowser(): string | undefined {
	return BROWSER_PATHS.find((path) => existsSync(path));
}

/**
 * Installs Chromium's headless shell where that is possible (root on Debian). If there is still no browser, stops and
 * says what to install.
 */
export async function ensureBrowser(): Promise<void> {
	if (existsSync(BROWSER_PATHS[0])) return;
	const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
	if (canInstall) {
		printLine('Installing Chromium for the browser tests (about a minute)');
		await run('apt-get', ['-qq', 'update']);
		const install = (name: string) =>
			run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', name]);
		// Older releases have no headless shell.
		if (!(await install('chromium-headless-shell')) && !findBrowser()) await install('chromium');
		// A font with the metrics of Arial. Without it, pages shift when our fonts load, which does not happen on phones.
		await install('fonts-liberation');
	}
	if (!findBrowser())
		exitWithError('The browser tests need Chromium or Google Chrome: please install it.');
}

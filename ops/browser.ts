import { existsSync } from 'node:fs';
import { run } from './program.ts';
import { say, stop } from './terminal.ts';

const KNOWN_PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser that the tests drive, where there is one. */
export function findBrowser(): string | undefined {
	return KNOWN_PLACES.find((place) => existsSync(place));
}

/** Installs Chromium where that is possible (root on Debian); otherwise stops with what to install. */
export async function ensureBrowser(): Promise<void> {
	if (findBrowser()) return;
	const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
	if (canInstall) {
		say('Installing Chromium for the browser tests (about a minute)');
		await run('apt-get', ['-qq', 'update']);
		await run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', 'chromium']);
	}
	if (!findBrowser()) stop('The browser tests need Chromium or Google Chrome: please install it.');
}

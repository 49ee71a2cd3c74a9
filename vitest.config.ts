import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BROWSER_FLAGS, findBrowser } from './tools/lib/browser.ts';

/*
 * A test's file name says when it runs:
 * - `x.test.ts` within seconds: in `npm test`;
 * - `x.slow.test.ts` takes longer: in `npm test -- --full`, too;
 * - `x.process.test.ts` starts or kills programs: in `npm test -- --full`, after the others;
 * - `x.night.test.ts` takes minutes, or needs several servers: only in `npm run test:night`.
 * Files in `tests/e2e` are journeys in the browser, and `x.test.tsx` are components.
 */
const OTHER_TIERS = '**/*.{slow,process,night}.test.{ts,tsx}';
const COMPONENT_TESTS = 'web/**/*.test.tsx';
const JOURNEYS = 'tests/e2e/**/*.test.ts';

interface Files {
	include: string[];
	exclude?: string[];
}

/** Unit and integration tests, in Node. Integration tests use real databases. */
function integration(name: string, files: Files, { runsLast = false } = {}) {
	return {
		test: {
			name,
			environment: 'node' as const,
			...files,
			// Programs that are started or killed answer in time only if they get a core. So these tests run after the others,
			// two files at a time.
			sequence: { groupOrder: runsLast ? 1 : 0 },
			globalSetup: ['tests/support/database.ts'],
			setupFiles: ['./tests/support/real-clock.ts'],
			testTimeout: 60_000,
			hookTimeout: 60_000,
			// Long, so that a short pause of the machine fails no test.
			expect: { poll: { timeout: 20_000 } },
			// Tests wait for the database more than they compute.
			maxWorkers: runsLast ? 2 : 4,
			// Each file has its own app and database, but the files of a worker share modules: loading the modules for each
			// file took half of the run.
			isolate: false,
		},
	};
}

/** Pages and their parts in the test runner's browser, on a fake API. */
function component(name: string, files: Files) {
	return {
		// The plugins of the build, without those that shrink or split the pages (web/vite.config.ts).
		plugins: [react(), tailwind()],
		publicDir: 'web/public',
		// Vite must find all packages before the tests. A package that it finds during a test makes it reload the page.
		optimizeDeps: { entries: ['web/{app,admin/app}/main.tsx', COMPONENT_TESTS] },
		test: {
			name,
			...files,
			setupFiles: ['./tests/support/component-setup.ts'],
			browser: {
				enabled: true,
				headless: true,
				screenshotFailures: false,
				// As in Playwright, whose locators the browser tests use.
				locators: { exact: false },
				viewport: { width: 1024, height: 860 },
				provider: playwright({
					launchOptions: { executablePath: findBrowser(), args: [...BROWSER_FLAGS] },
					contextOptions: { reducedMotion: 'reduce', colorScheme: 'light' },
					actionTimeout: 15_000,
				}),
				instances: [{ browser: 'chromium' as const }],
			},
			// One page for all files of a worker, and modules that are loaded once.
			isolate: false,
			// Fake time advances with real time, so that waiting works. Tests can also advance it by hand.
			fakeTimers: { shouldAdvanceTime: true },
			// Long, so that a short pause of the machine fails no test.
			expect: { poll: { timeout: 15_000 } },
			testTimeout: 60_000,
			maxWorkers: 4,
		},
	};
}

/** Journeys in a real browser, on the built pages. */
function browser(name: string, files: Files) {
	return {
		test: {
			name,
			environment: 'node' as const,
			...files,
			globalSetup: ['tests/support/app-process.ts'],
			// One browser for all files of a worker, and modules that are loaded once.
			isolate: false,
			testTimeout: 120_000,
			hookTimeout: 120_000,
			// The same timeout as the browser's own waiting.
			expect: { poll: { timeout: 30_000 } },
			maxWorkers: 4,
		},
	};
}

export default defineConfig({
	test: {
		coverage: {
			provider: 'v8',
			include: ['server/**/*.ts'],
			exclude: ['server/**/*.test.ts', 'server/main.ts'],
			reporter: ['text-summary'],
			thresholds: { lines: 90 },
		},
		projects: [
			integration('integration', {
				include: ['tests/**/*.test.ts', '{contract,server,tools,deploy,web}/**/*.test.ts'],
				exclude: [OTHER_TIERS, JOURNEYS],
			}),
			integration('slow', { include: ['**/*.slow.test.ts'], exclude: [JOURNEYS] }),
			integration('process', { include: ['**/*.process.test.ts'] }, { runsLast: true }),
			integration('night', { include: ['**/*.night.test.ts'] }, { runsLast: true }),
			component('component', { include: [COMPONENT_TESTS], exclude: [OTHER_TIERS] }),
			component('slow-component', { include: ['**/*.slow.test.tsx'] }),
			browser('browser', { include: [JOURNEYS], exclude: [OTHER_TIERS] }),
			browser('slow-browser', { include: ['tests/e2e/**/*.slow.test.ts'] }),
		],
	},
});

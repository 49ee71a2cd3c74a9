import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BROWSER_FLAGS, findBrowser } from './tools/lib/browser.ts';

/** Tests that only `npm run test:night` runs: several servers, the whole demo, and measures that are switched off. */
const NIGHT_TESTS = '**/*.night.test.ts';

/** Tests in Node that `npm test` does not run, because together they take minutes. `npm test -- --full` runs them. */
const LONG_TESTS = [
	// Killed servers, load, and installations.
	'tests/resilience/**/*.test.ts',
	'tests/{setup,start-settings,start-signals}.test.ts',
	// Starts of whole programs.
	'server/{main,app/start,db/embedded/embedded-postgres,http/graceful-shutdown,mail/start}.test.ts',
	'server/features/accounts/mails/mail-workers.test.ts',
	'tools/{backup,cli,seed}/**/*.test.ts',
	'deploy/cluster-kit/**/*.test.ts',
	// Thousands of requests, and the largest data.
	'tests/security/{canaries,enumeration,fuzz,limits,third-party}.test.ts',
	'server/features/photos/{damaged-heic,hostile,prepare}.test.ts',
	'server/features/accounts/{slow-export,erasure-chats,privacy/*}.test.ts',
	'server/features/items/{hostile-search,search/sampled-facets}.test.ts',
	'server/features/notifications/unread-mail/many-messages.test.ts',
	'server/features/{photos/queries,searches/matches-listing}.test.ts',
	// Photos that are decoded and stored.
	'server/features/photos/{pending-photos,sweep}.test.ts',
	'server/features/chat/photos/*.test.ts',
	'server/storage/photo-store.test.ts',
	'tests/security/uploads.test.ts',
	// The back-office.
	'server/admin/**/*.test.ts',
	'tests/admin-access.test.ts',
	// Every endpoint or every table, one by one.
	'server/{features/maintenance/maintenance,http/serializer,db/tables}.test.ts',
	// Mails, and what waits for the queue of jobs or for several servers.
	'server/{mail/mail,jobs/{job-queue,interrupted-work}}.test.ts',
	'tests/security/secret-rotation.test.ts',
	'server/features/{searches/alert-mail,chat/presence-sharing}.test.ts',
	// Races that are repeated, and random sequences of steps.
	'server/features/auth/repeated-reset-requests.test.ts',
	'server/features/deals/model.test.ts',
	// Faults of other programs: databases, photo stores and processes that fail.
	'server/{db/pool,db/migrate/migrate,storage/open-photo-store,features/photos/worker/pool}.test.ts',
	'tools/lib/open-database.test.ts',
	// Tests of the import check and of the security tests, with code that these must refuse.
	'tests/check-imports.test.ts',
];

/** Browser tests that only `npm test -- --full` runs. */
const LONG_BROWSER_TESTS = [
	// Accessibility, headings, printing, and pages from right to left.
	'tests/e2e/{accessibility,chats-accessibility,headings,printing,right-to-left}.test.ts',
	// What the server renders before any script runs, page by page.
	'tests/e2e/server-rendering.test.ts',
	// Slow because they wait: for several servers, lost connections, or scripts that do not load.
	'tests/e2e/{chat-connection,chat-unsent,dropped-requests,failed-scripts,instances,offline,offline-pages,posting-interrupted,reconnection}.test.ts',
	// Walks through many pages.
	'tests/e2e/{keyboard,linking,notifications,translated}.test.ts',
	// The back-office, and rare events.
	'tests/e2e/admin-*.test.ts',
	'tests/e2e/{chat-unavailable,confirm-notice,draft-cleanup,ended-sessions,mailed-links,maintenance,not-found,reauthentication}.test.ts',
	// The header of a chat, and that of all pages.
	'tests/e2e/{chat-header,header}.test.ts',
	// Single pages and dialogs, which component tests cover without a server.
	'tests/e2e/{about,account,blocking,chat-photos,gallery,person-page,profile,reports}.test.ts',
];

const COMPONENT_TESTS = 'web/**/*.test.tsx';
/** Component tests that only `npm test -- --full` runs. */
const LONG_COMPONENT_TESTS = [
	// The back-office.
	'web/admin/**/*.test.tsx',
	// Rare events of the market: drafts, other tabs, ended sessions, maintenance, reports and feedback.
	'web/features/items/form/{item-drafts,posted-in-other-tab,repeated-post,user-change-during-submit}.test.tsx',
	'web/features/maintenance/maintenance-page.test.tsx',
	'web/app/require-session.test.tsx',
	'web/features/{about,feedback,reports}/*.test.tsx',
	// Features beyond buying and selling: notifications, wanted posts, saved searches, and items that change while shown.
	'web/features/{notifications,wanted,searches}/*.test.tsx',
	'web/features/{home/for-me,items/watch-items}.test.tsx',
	// The account page, and the pages of people.
	'web/features/accounts/{*,person/*,profile/*}.test.tsx',
	// Photos that are resized and uploaded.
	'web/features/chat/photos/*.test.tsx',
	'web/features/items/form/{item-submission,photo-panel}.test.tsx',
	// Each state and form of a deal, and each field of an item.
	'web/features/deals/{cards,forms,strip}/*.test.tsx',
	'web/features/items/form/price-guide/*.test.tsx',
	'web/features/items/form/{item-form-fields,item-form-validation}.test.tsx',
	// The parts of all pages.
	'web/ui/*.test.tsx',
	// Slow because they wait, or scroll through hundreds of rows.
	'web/features/chat/conversation/chat-connection.test.tsx',
	'web/features/chat/inbox/{chat-list-scroll,unsent-messages}.test.tsx',
	'web/features/items/scan/scan-dialog.test.tsx',
];

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
			// Tests with `runsLast` kill servers and put programs under load, which answer in time only if they get a core. So
			// they run after the others, two files at a time.
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
					actionTimeout: 10_000,
				}),
				instances: [{ browser: 'chromium' as const }],
			},
			// One page for all files of a worker, and modules that are loaded once.
			isolate: false,
			// Fake time advances with real time, so that waiting works. Tests can also advance it by hand.
			fakeTimers: { shouldAdvanceTime: true },
			expect: { poll: { timeout: 5000 } },
			testTimeout: 20_000,
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
				include: [
					'tests/*.test.ts',
					'tests/security/**/*.test.ts',
					'{contract,server,tools,deploy,web}/**/*.test.ts',
				],
				exclude: [...LONG_TESTS, NIGHT_TESTS],
			}),
			integration('long', { include: LONG_TESTS, exclude: [NIGHT_TESTS] }, { runsLast: true }),
			integration('night', { include: [NIGHT_TESTS] }, { runsLast: true }),
			component('component', {
				include: [COMPONENT_TESTS],
				exclude: LONG_COMPONENT_TESTS,
			}),
			component('long-component', { include: LONG_COMPONENT_TESTS }),
			browser('browser', { include: ['tests/e2e/**/*.test.ts'], exclude: LONG_BROWSER_TESTS }),
			browser('long-browser', { include: LONG_BROWSER_TESTS }),
		],
	},
});

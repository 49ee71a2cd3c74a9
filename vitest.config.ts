import { defineConfig } from 'vitest/config';

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
			{
				test: {
					name: 'integration',
					environment: 'node',
					include: [
						'tests/*.test.ts',
						'tests/{resilience,security}/**/*.test.ts',
						'{contract,server,tools,deploy,web}/**/*.test.ts',
					],
					globalSetup: ['tests/support/database.ts'],
					testTimeout: 60_000,
					hookTimeout: 60_000,
					// A pause of the machine must not fail a test.
					expect: { poll: { timeout: 20_000 } },
					// Servers, databases and balancers share the machine with these tests.
					retry: 1,
					// Tests wait for the database and for processes more than they compute.
					maxWorkers: 3,
					// Each file has an app and a database of its own, but shares modules: loading them anew took half of
					// the run.
					isolate: false,
				},
			},
			{
				test: {
					name: 'browser',
					environment: 'node',
					include: ['tests/e2e/**/*.test.ts'],
					globalSetup: ['tests/support/app-process.ts'],
					// One browser for all files of a worker, and modules that are loaded once.
					isolate: false,
					// Browsers, the app and tests share the machine.
					retry: 1,
					testTimeout: 120_000,
					hookTimeout: 120_000,
					// The same timeout as the browser's own waiting.
					expect: { poll: { timeout: 30_000 } },
					maxWorkers: 3,
				},
			},
		],
	},
});

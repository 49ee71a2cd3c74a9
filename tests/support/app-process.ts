import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { endChild } from '#server/lib/processes.ts';
import { COLLEGE_DOMAIN } from './college.ts';
import { SECRET } from './secret.ts';

/** The app as a process of its own. */
export interface AppProcess {
	address: string;
	child: ChildProcess;
	/** Its log so far. */
	log: () => string;
	/** Ends it, by default as an operator does. @returns its exit code; null when the signal ended it */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** One app for all browser tests, started as users start it; each test creates its own users and items. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { address, dataDir, stop } = await startOwnApp({
		COLLEGE_NAME: 'Test College',
		COLLEGE_EMAIL_DOMAINS: COLLEGE_DOMAIN,
	});
	project.provide('marketAddress', address);
	project.provide('marketDataDir', dataDir);
	return stop;
}

/** Starts the app in a data folder of its own, which is deleted when it stops. @param settings environment variables */
export async function startOwnApp(settings: Record<string, string>) {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-app-'));
	const removeData = () => rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
	try {
		const app = await startAppProcess({ DATA_DIR: dataDir, ...settings });
		const stop = () => app.stop().then(removeData);
		return { address: app.address, dataDir, stop };
	} catch (error) {
		await removeData();
		throw error;
	}
}

/**
 * Starts the app without rate limits and demo, and waits until it prints its address.
 * @param settings environment variables, at least DATA_DIR
 * @throws Error with its log when it ends instead
 */
export async function startAppProcess(
	settings: Record<string, string> & { DATA_DIR: string },
	nodeOptions: readonly string[] = [],
): Promise<AppProcess> {
	const { PATH, HOME, TMPDIR } = process.env;
	const child = spawn(process.execPath, [...nodeOptions, 'server/main.ts'], {
		env: {
			PATH,
			HOME,
			TMPDIR,
			PORT: '0',
			SEED_DEMO: '0',
			RATE_LIMIT: 'off',
			JWT_SECRET: SECRET,
			LOG_LEVEL: 'warn',
			...settings,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let log = '';
	child.stderr.on('data', (chunk) => {
		log += String(chunk);
		process.stderr.write(chunk);
	});
	for await (const line of createInterface({ input: child.stdout })) {
		const address = / is open at (\S+)/.exec(line)?.[1];
		if (!address) continue;
		child.stdout.resume();
		return {
			address,
			child,
			log: () => log,
			async stop(signal = 'SIGTERM') {
				await endChild(child, signal);
				return child.exitCode;
			},
		};
	}
	throw new Error(`The market did not open:\n${log}`);
}

declare module 'vitest' {
	interface ProvidedContext {
		/** Origin of the running app. */
		marketAddress: string;
		/** The data folder of the running app; mails are in its subfolder `mail`. */
		marketDataDir: string;
	}
}

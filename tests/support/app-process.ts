import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { endChild } from '#server/lib/processes.ts';
import { COLLEGE_DOMAIN } from './college.ts';
import { SECRET } from './secret.ts';

/** One app for all browser tests, started as users start it; each test creates its own users and items. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { address, dataDir, stop } = await startAppProcess({
		JWT_SECRET: SECRET,
		COLLEGE_NAME: 'Test College',
		COLLEGE_EMAIL_DOMAINS: COLLEGE_DOMAIN,
	});
	project.provide('marketAddress', address);
	project.provide('marketDataDir', dataDir);
	return stop;
}

/**
 * Starts the app as users start it, in a folder of its own, which is deleted when it stops.
 * @param settings environment variables
 */
export async function startAppProcess(settings: Record<string, string>) {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-browser-'));
	const child = spawn('node', ['server/main.ts'], {
		env: {
			...shellEnvironment(),
			DATA_DIR: dataDir,
			PORT: '0',
			SEED_DEMO: '0',
			RATE_LIMIT: 'off',
			...settings,
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	async function stop(): Promise<void> {
		await endChild(child, 'SIGTERM');
		await rm(dataDir, { recursive: true, force: true });
	}
	try {
		return { address: await addressOf(child), dataDir, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** The environment of a shell, without the machine's own configuration. */
export function shellEnvironment(): NodeJS.ProcessEnv {
	const { PATH, HOME, TMPDIR } = process.env;
	return { PATH, HOME, TMPDIR };
}

/** Waits until a started app prints its address, and returns it. */
export async function addressOf(child: ChildProcess): Promise<string> {
	if (!child.stdout) throw new Error('The market has no output.');
	for await (const line of createInterface({ input: child.stdout })) {
		const address = / is open at (\S+)/.exec(line)?.[1];
		if (address) return address;
	}
	throw new Error('The market did not open.');
}

declare module 'vitest' {
	interface ProvidedContext {
		/** Origin of the running app. */
		marketAddress: string;
		/** The data folder of the running app; mails are in its subfolder `mail`. */
		marketDataDir: string;
	}
}

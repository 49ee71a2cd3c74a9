import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { endChild, hasExited } from '#server/lib/processes.ts';
import { freePorts } from './free-ports.ts';
import { SECRET } from './secret.ts';

/** The only environment variable that instances get besides those passed explicitly. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const ROOT = join(import.meta.dirname, '../..');
const POLL_INTERVAL_MS = 20;

/** One process of the app, which can be ended and started again on its port. */
interface Instance {
	port: number;
	/** The address of this instance, without a balancer. */
	address: string;
	/** Resolves when it is ready. */
	start: () => Promise<void>;
	/** @returns its exit code; null when a signal ended it */
	end: (signal: NodeJS.Signals) => Promise<number | null>;
	/** The log of this instance since its first start. */
	log: () => string;
}

export interface Instances {
	all: readonly Instance[];
	ports: readonly number[];
	dataDir: string;
	/** Ends all instances, and deletes their DATA_DIR. */
	stop: () => Promise<void>;
}

interface Options {
	count: number;
	databaseUrl: string;
	redisUrl: string;
	/** Additional environment variables. */
	environment?: Record<string, string>;
}

/**
 * Several instances of one app as processes of their own, as an operator runs them: on one database and one Redis,
 * with a shared DATA_DIR.
 */
export async function startInstances(options: Options): Promise<Instances> {
	const { count, databaseUrl, redisUrl, environment = {} } = options;
	const dataDir = await mkdtemp(join(tmpdir(), 'market-instances-'));
	const ports = await freePorts(count);
	const all = ports.map((port) =>
		createInstance(port, {
			DATA_DIR: dataDir,
			DATABASE_URL: databaseUrl,
			REDIS_URL: redisUrl,
			JWT_SECRET: SECRET,
			TRUST_PROXY: '1',
			RATE_LIMIT: 'off',
			SEED_DEMO: '0',
			WEB_FOLDER: join(import.meta.dirname, 'pages'),
			LOG_LEVEL: 'info',
			...environment,
		}),
	);
	async function stop(): Promise<void> {
		await Promise.all(all.map(({ end }) => end('SIGKILL')));
		await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
	}
	try {
		await Promise.all(all.map(({ start }) => start()));
	} catch (error) {
		await stop();
		throw error;
	}
	return { all, ports, dataDir, stop };
}

function createInstance(port: number, environment: Record<string, string>): Instance {
	const address = `http://127.0.0.1:${port}`;
	let running: ChildProcess | undefined;
	let output = '';

	async function start(): Promise<void> {
		const child = spawn(process.execPath, ['server/main.ts'], {
			cwd: ROOT,
			env: { PATH, ...environment, PORT: String(port) },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		child.stderr.on('data', (chunk) => {
			output += String(chunk);
		});
		running = child;
		while (!(await isReady(address))) {
			if (hasExited(child)) throw new Error(`The instance did not open:\n${output}`);
			await setTimeout(POLL_INTERVAL_MS);
		}
	}
	async function end(signal: NodeJS.Signals): Promise<number | null> {
		if (!running) return null;
		await endChild(running, signal);
		return running.exitCode;
	}
	return { port, address, start, end, log: () => output };
}

async function isReady(address: string): Promise<boolean> {
	return fetch(`${address}/health/ready`).then(
		({ ok }) => ok,
		() => false,
	);
}

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endChild } from '#server/lib/processes.ts';
import { ROOT } from '#tools/lib/run-program.ts';

/** A server to be scanned, started as users start it. */
export interface AttackedApp {
	address: string;
	/** Error lines of its log so far. */
	errors: readonly string[];
	/** Registers a new user and returns the token. */
	signUp: () => Promise<string>;
	/** Signs in as the super administrator and returns the token. */
	signInAsAdmin: () => Promise<string>;
	close: () => Promise<void>;
}

const ADMIN = { email: 'dean@campus.example', password: randomUUID() };
/** The lowest level that counts as an error (pino). */
const ERROR = 50;

/** Starts a demo server on loopback, with a data folder of its own. */
export async function openAttackedApp(dataDir: string): Promise<AttackedApp> {
	// biome-ignore lint/style/noProcessEnv: the server needs both variables of the shell to find programs of the system
	const { PATH, HOME } = process.env;
	const child = spawn(process.execPath, [join(ROOT, 'tools/start.ts')], {
		cwd: ROOT,
		env: {
			PATH,
			HOME,
			DATA_DIR: dataDir,
			PORT: '0',
			SEED_DEMO: '1',
			RATE_LIMIT: 'off',
			LOG_LEVEL: 'warn',
			PUBLIC_URL: 'https://market.example',
			TRUST_PROXY: '1',
			ADMIN_EMAIL: ADMIN.email,
			ADMIN_PASSWORD: ADMIN.password,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const errors: string[] = [];
	createInterface({ input: child.stderr }).on('line', (line) => {
		if (levelOf(line) >= ERROR) errors.push(line);
	});
	const address = await new Promise<string>((resolve, reject) => {
		createInterface({ input: child.stdout }).on('line', (line) => {
			const [, found] = / is open at (\S+)/.exec(line) ?? [];
			if (found) resolve(found);
		});
		child.on('exit', () => reject(new Error(`The market did not open.\n${errors.join('\n')}`)));
	});

	async function tokenFrom(path: string, body: object): Promise<string> {
		const response = await fetch(`${address}/api${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const { accessToken, message } = (await response.json()) as Record<string, string>;
		if (!accessToken) throw new Error(`${path}: ${response.status} ${message}`);
		return accessToken;
	}

	return {
		address,
		errors,
		signUp: () =>
			tokenFrom('/auth/register', {
				userName: 'Asha',
				email: `${randomUUID()}@campus.example`,
				password: ADMIN.password,
			}),
		signInAsAdmin: () => tokenFrom('/admin/login', ADMIN),
		async close() {
			await endChild(child, 'SIGTERM');
		},
	};
}

/** The level of a log line. A line that is not JSON counts as an error: it may be part of a stack trace. */
function levelOf(line: string): number {
	try {
		return Number(JSON.parse(line).level);
	} catch {
		return ERROR;
	}
}

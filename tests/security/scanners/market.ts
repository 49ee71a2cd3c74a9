import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '#tools/lib/run-program.ts';

/** A server to be scanned, started as users start it. */
export interface AttackedMarket {
	address: string;
	/** Error lines of its log so far. */
	errors: readonly string[];
	/** Signs a new user up and returns the token. */
	signUp: () => Promise<string>;
	/** A session of its super administrator. */
	signInToOffice: () => Promise<string>;
	close: () => Promise<void>;
}

const ADMIN = { email: 'dean@campus.example', password: randomUUID() };
/** The lowest level that counts as an error (pino). */
const ERROR = 50;

/** Starts a demo server on loopback, with a data folder of its own. */
export async function openAttackedMarket(dataDir: string): Promise<AttackedMarket> {
	// biome-ignore lint/style/noProcessEnv: a shell's, for programs of the system to be found
	const { PATH, HOME } = process.env;
	const market = spawn(process.execPath, [join(ROOT, 'tools/start.ts')], {
		cwd: ROOT,
		env: {
			...{
				PATH,
				HOME,
				DATA_DIR: dataDir,
				PORT: '0',
				SEED_DEMO: '1',
				RATE_LIMIT: 'off',
				LOG_LEVEL: 'warn',
			},
			...{
				PUBLIC_URL: 'https://market.example',
				ADMIN_EMAIL: ADMIN.email,
				ADMIN_PASSWORD: ADMIN.password,
			},
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const errors: string[] = [];
	createInterface({ input: market.stderr }).on('line', (line) => {
		if (levelOf(line) >= ERROR) errors.push(line);
	});
	const address = await new Promise<string>((settle, fail) => {
		createInterface({ input: market.stdout }).on('line', (line) => {
			const [, found] = / is open at (\S+)/.exec(line) ?? [];
			if (found) settle(found);
		});
		market.on('exit', () => fail(new Error(`The market did not open.\n${errors.join('\n')}`)));
	});

	async function tokenFrom(path: string, body: object): Promise<string> {
		const answer = await fetch(`${address}/api${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const { accessToken, message } = (await answer.json()) as Record<string, string>;
		if (!accessToken) throw new Error(`${path}: ${answer.status} ${message}`);
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
		signInToOffice: () => tokenFrom('/admin/login', ADMIN),
		async close() {
			market.kill('SIGTERM');
			if (market.exitCode === null) await once(market, 'exit');
		},
	};
}

/** A line that is not JSON counts as an error too: it may be a stack trace. */
function levelOf(line: string): number {
	try {
		return Number(JSON.parse(line).level);
	} catch {
		return ERROR;
	}
}

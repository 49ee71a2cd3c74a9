import { setTimeout as wait } from 'node:timers/promises';
import { createItemForm } from '../lib/item-form.ts';
import { descendantsOf } from '../lib/process-memory.ts';
import { checkAllZero, checkTarget } from '../lib/result-row.ts';
import { createPlainPhoto } from '../lib/sample-photos.ts';
import { dataDirOption, defineScenario, type Log } from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { signUp, type User } from '../lib/users.ts';

/** How soon requests are refused while the database hangs. Linux only: finds the database's processes in /proc. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-database-outage'),
		rounds: { default: 5, help: 'how often the database hangs' },
	},
	async run({ 'data-dir': dataDir, rounds }, log) {
		const responses = await measureOutages({ dataDir, rounds, log });
		const slowestMs = slowestOf(responses);
		const otherCount = responses.filter(({ status }) => status !== 503).length;
		return {
			tables: [
				{
					title: `The database hangs ${rounds} times`,
					columns: ['requests', 'answered with 503', 'slowest, ms'],
					rows: [[responses.length, responses.length - otherCount, Math.round(slowestMs)]],
				},
			],
			results: [
				checkTarget({
					what: 'the database hangs: slowest refusal',
					sign: '≤',
					limit: 2000,
					unit: 'ms',
					measurements: [slowestMs],
					digits: 0,
				}),
				checkAllZero('the database hangs: requests answered with anything but 503', [otherCount]),
			],
		};
	},
});

const PAUSE_MS = 300;
const READY_WITHIN_MS = 30_000;

interface TimedResponse {
	status: number;
	ms: number;
}

interface Options {
	dataDir: string;
	rounds: number;
	log: Log;
}

/** Repeatedly pauses the processes of the database, sends one request of each kind, and resumes the processes. */
export async function measureOutages({ dataDir, rounds, log }: Options): Promise<TimedResponse[]> {
	const server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });
	const { address, pid } = server;
	try {
		const user = await signUp(address);
		const responses: TimedResponse[] = [];
		for (let round = 1; round <= rounds; round++) {
			const [, ...databasePids] = await descendantsOf(pid);
			for (const each of databasePids) process.kill(each, 'SIGSTOP');
			try {
				// The first requests arrive before the server has noticed the outage, the second ones after that.
				const first = await sendOneOfEach(address, user);
				responses.push(...first, ...(await sendOneOfEach(address, user)));
				log(`round ${round}: ${Math.round(slowestOf(first))} ms at most`);
			} finally {
				for (const each of databasePids) process.kill(each, 'SIGCONT');
			}
			await waitUntilReady(address);
		}
		return responses;
	} finally {
		await server.stop();
	}
}

const slowestOf = (responses: readonly TimedResponse[]) =>
	Math.max(...responses.map(({ ms }) => ms));

/** Requests that cannot be answered without the database, all at once. */
async function sendOneOfEach(address: string, user: User): Promise<TimedResponse[]> {
	const headers = { authorization: `Bearer ${user.token}` };
	const json = { ...headers, 'content-type': 'application/json' };
	const { email, password } = user;
	const form = createItemForm([await createPlainPhoto()]);
	const requests: [path: string, init: RequestInit][] = [
		['/api/profile/get-profile', { headers }],
		[
			'/api/auth/login',
			{ method: 'POST', headers: json, body: JSON.stringify({ email, password }) },
		],
		[
			'/api/account/name',
			{ method: 'PUT', headers: json, body: JSON.stringify({ userName: 'Asha' }) },
		],
		['/api/item/add-item', { method: 'POST', headers, body: form }],
		['/health/ready', {}],
	];
	return Promise.all(
		requests.map(async ([path, init]) => {
			const startedAt = performance.now();
			const response = await fetch(`${address}${path}`, init);
			await response.arrayBuffer();
			return { status: response.status, ms: performance.now() - startedAt };
		}),
	);
}

/** @throws Error when it takes too long */
async function waitUntilReady(address: string): Promise<void> {
	for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += PAUSE_MS) {
		const { status } = await fetch(`${address}/health/ready`);
		if (status === 200) return;
		await wait(PAUSE_MS);
	}
	throw new Error('The server does not recover.');
}

import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPostmasterPid } from '#server/db/embedded/data-directory.ts';
import { openAppClient } from '#tests/support/degraded-app.ts';
import { openOwnApp } from '#tests/support/own-app.ts';
import { query } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';
import { openDatabase } from '#tools/lib/open-database.ts';

/** `npm run test:faults` sets a higher number. */
// biome-ignore lint/style/noProcessEnv: the caller decides the number of rounds
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');
const WAIT = { timeout: 30_000, interval: 5 };
const settings = { WEB_FOLDER, JWT_SECRET: SECRET, LOG_LEVEL: 'silent' };
const { address, dataDir } = await openOwnApp(settings);
const { url } = await openDatabase({ dataDir, databaseUrl: undefined }, () => undefined);
const appClient = await openAppClient(address);

/** The SQL condition for connections of all clients but the current one. */
const OTHERS = "backend_type = 'client backend' and pid <> pg_backend_pid()";

const findPostmasterPid = () => readPostmasterPid(join(dataDir, 'postgres', 'cluster'));

/** Finds the process of one of the app's connections. */
async function findBackendPid(): Promise<number> {
	const [found] = await query<{ pid: number }>(
		url,
		`select pid from pg_stat_activity where ${OTHERS} and application_name = '' limit 1`,
	);
	return found?.pid ?? 0;
}

/** Posts items one after the other until stopped. */
function keepPosting() {
	const [postedIds, statuses] = [new Set<number>(), new Set<number>()];
	let isOver = false;
	const posting = (async () => {
		while (!isOver) {
			const { status, body } = await appClient.post();
			statuses.add(status);
			if (status === 201) postedIds.add(JSON.parse(body).item.id);
		}
	})();
	const stop = async () => {
		isOver = true;
		await posting;
	};
	onTestFinished(stop);
	return { postedIds, statuses, stop };
}

test.each([
	['PostgreSQL as a whole is killed', findPostmasterPid, 'SIGKILL'],
	['one process of PostgreSQL is killed', findBackendPid, 'SIGKILL'],
	['PostgreSQL is stopped', findPostmasterPid, 'SIGINT'],
] as const)(
	'when %s under load, the app recovers by itself with every acknowledged write',
	{ timeout: 60_000 * ROUNDS },
	async (_, find, signal) => {
		for (let round = 0; round < ROUNDS; round++) {
			await appClient.expectRecovery();
			const { postedIds, statuses, stop } = keepPosting();
			await vi.waitUntil(() => postedIds.size >= 3, WAIT);

			process.kill(await find(), signal);
			await vi.waitUntil(() => statuses.has(503), WAIT);
			await appClient.expectOrderlyRejections();
			await appClient.expectRecovery();
			const countBefore = postedIds.size;
			await vi.waitUntil(() => postedIds.size > countBefore, WAIT);
			await stop();

			expect([...statuses].sort()).toEqual([201, 503]);
			const rows = await query<{ id: number }>(url, 'select id from items');
			const stored = new Set(rows.map(({ id }) => id));
			expect([...postedIds].filter((id) => !stored.has(id))).toEqual([]);
		}
	},
);

test('while other clients hold all connections of the database, requests are refused with 503', async () => {
	await appClient.expectRecovery();
	const takenClients = await takeAllConnections();
	onTestFinished(() => takenClients.giveBack());

	const refused = await appClient.expectOrderlyRejections();
	await takenClients.giveBack();
	await appClient.expectRecovery();

	expect(refused.length).toBeGreaterThan(0);
});

test('the app serves requests over its open connections while other clients hold all other connections', async () => {
	await appClient.expectRecovery();
	const takenClients = await takeRemainingConnections();
	onTestFinished(() => takenClients.giveBack());

	const response = await appClient.request('/api/item/get-all-items');
	await takenClients.giveBack();

	expect(response.status).toBe(200);
});

/** Opens connections until the database accepts no more. @returns them, with a function that closes them */
async function takeRemainingConnections(clients: pg.Client[] = []) {
	for (;;) {
		const client = new pg.Client({ connectionString: url, application_name: 'taken' });
		client.on('error', () => undefined);
		try {
			await client.connect();
		} catch {
			break;
		}
		clients.push(client);
	}
	return {
		clients,
		giveBack: async () => void (await Promise.all(clients.map((client) => client.end()))),
	};
}

/** Takes every connection of the database: ends the connections of the app, too, until all are taken. */
async function takeAllConnections() {
	const { clients } = await takeRemainingConnections();
	for (;;) {
		const result = await clients[0]?.query(
			`select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS} and application_name = ''`,
		);
		const before = clients.length;
		const takenClients = await takeRemainingConnections(clients);
		if (result?.rowCount === 0 && clients.length === before) return takenClients;
	}
}

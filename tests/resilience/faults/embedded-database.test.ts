import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPostmasterPid } from '#server/db/embedded/data-directory.ts';
import { openOwnMarket } from '#tests/support/own-market.ts';
import { query } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';
import { openTroubledMarket } from '#tests/support/troubled-market.ts';
import { openDatabase } from '#tools/lib/open-database.ts';

/** `npm run test:faults` asks for more. */
// biome-ignore lint/style/noProcessEnv: how often is for whoever runs it to say
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const WEB_FOLDER = join(import.meta.dirname, '../../support/pages');
const WAIT = { timeout: 30_000, interval: 5 };
const settings = { WEB_FOLDER, JWT_SECRET: SECRET, LOG_LEVEL: 'silent' };
const { address, dataDir } = await openOwnMarket(settings);
const { url } = await openDatabase({ dataDir, databaseUrl: undefined }, () => undefined);
const market = await openTroubledMarket(address);

/** Of all other clients. */
const OTHERS = "backend_type = 'client backend' and pid <> pg_backend_pid()";

const postmaster = () => readPostmasterPid(join(dataDir, 'postgres', 'cluster'));

async function aBackend(): Promise<number> {
	const [found] = await query<{ pid: number }>(
		url,
		`select pid from pg_stat_activity where ${OTHERS} and application_name = '' limit 1`,
	);
	return found?.pid ?? 0;
}

/** Posts items one after the other until stopped. */
function keepPosting() {
	const [made, statuses] = [new Set<number>(), new Set<number>()];
	let isOver = false;
	const posting = (async () => {
		while (!isOver) {
			const { status, body } = await market.post();
			statuses.add(status);
			if (status === 201) made.add(JSON.parse(body).item.id);
		}
	})();
	const stop = async () => {
		isOver = true;
		await posting;
	};
	onTestFinished(stop);
	return { made, statuses, stop };
}

test.each([
	['the whole of PostgreSQL is killed', postmaster, 'SIGKILL'],
	['one of its processes is killed', aBackend, 'SIGKILL'],
	['it is stopped', postmaster, 'SIGINT'],
] as const)(
	'when %s under load it recovers by itself with every acknowledged write',
	{ timeout: 60_000 * ROUNDS },
	async (_, find, signal) => {
		for (let round = 0; round < ROUNDS; round++) {
			await market.heals();
			const { made, statuses, stop } = keepPosting();
			await vi.waitUntil(() => made.size >= 3, WAIT);

			process.kill(await find(), signal);
			await vi.waitUntil(() => statuses.has(503), WAIT);
			await market.expectCalm();
			await market.heals();
			const before = made.size;
			await vi.waitUntil(() => made.size > before, WAIT);
			await stop();

			expect([...statuses].sort()).toEqual([201, 503]);
			const rows = await query<{ id: number }>(url, 'select id from items');
			const stored = new Set(rows.map(({ id }) => id));
			expect([...made].filter((id) => !stored.has(id))).toEqual([]);
		}
	},
);

test('while others hold all its connections, requests are told to retry', async () => {
	await market.heals();
	const taken = await takeAll();
	onTestFinished(() => taken.giveBack());

	const refused = await market.expectCalm();
	await taken.giveBack();
	await market.heals();

	expect(refused.length).toBeGreaterThan(0);
});

test("the app's own connections serve while others hold all the rest", async () => {
	await market.heals();
	const taken = await takeRest();
	onTestFinished(() => taken.giveBack());

	const answer = await market.ask('/api/item/get-all-items');
	await taken.giveBack();

	expect(answer.status).toBe(200);
});

/** Takes every remaining connection. */
async function takeRest(clients: pg.Client[] = []) {
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

/** Takes the connections of the app, too. */
async function takeAll() {
	const { clients } = await takeRest();
	for (;;) {
		const result = await clients[0]?.query(
			`select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS} and application_name = ''`,
		);
		const before = clients.length;
		const taken = await takeRest(clients);
		if (result?.rowCount === 0 && clients.length === before) return taken;
	}
}

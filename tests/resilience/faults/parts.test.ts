import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase, emptyDatabase } from '#tests/support/clone.ts';
import { FAULT_ROUNDS } from '#tests/support/killable-market.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { openFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { SECRET } from '#tests/support/secret.ts';
import { openTroubledMarket, TOLD_WITHIN_MS } from '#tests/support/troubled-market.ts';

const HOUR_MS = 3_600_000;
const WAIT = { timeout: 25_000, interval: 20 };
const support = join(import.meta.dirname, '../../support');
const settings = {
	WEB_FOLDER: join(support, 'pages'),
	JWT_SECRET: SECRET,
	LOG_LEVEL: 'silent',
	PORT: '0',
	SEED_DEMO: '0',
	RATE_LIMIT: 'off',
};

async function startMarket(given: Record<string, string>) {
	const DATA_DIR = given.DATA_DIR ?? (await openFolder());
	const running = startScript('server/main.ts', [], { ...settings, DATA_DIR, ...given });
	const [, address = ''] = await running.says(/is open at (\S+)/);
	return { running, address };
}

describe('the mail server', () => {
	/** A mail server that refuses at first, then accepts connections and hangs, and then works. */
	async function openMoodyServer() {
		const real = await openMailServer();
		const lines = new Set<Socket>();
		let isSilent = true;
		const server = createServer((line) => {
			lines.add(line);
			line.on('error', () => undefined).on('close', () => lines.delete(line));
			if (isSilent) return;
			const further = connect(Number(new URL(real.url).port), '127.0.0.1');
			further.on('error', () => line.destroy());
			line.on('close', () => further.destroy());
			line.pipe(further).pipe(line);
		});
		async function come(port = 0): Promise<number> {
			server.listen(port, '127.0.0.1');
			await once(server, 'listening');
			return (server.address() as AddressInfo).port;
		}
		const cutOff = () => {
			for (const line of lines) line.destroy();
		};
		const port = await come();
		server.close();
		onTestFinished(() => {
			cutOff();
			server.close();
		});
		return {
			url: `smtp://127.0.0.1:${port}`,
			lines,
			delivered: real.delivered,
			deliveries: real.deliveries,
			come: () => come(port),
			cutOff,
			speak: () => {
				isSilent = false;
			},
		};
	}

	async function openMailingMarket(SMTP_URL: string) {
		const DATABASE_URL = await cloneDatabase();
		const PUBLIC_URL = 'https://market.example';
		const { address } = await startMarket({ DATABASE_URL, SMTP_URL, PUBLIC_URL });
		return { address, url: DATABASE_URL };
	}

	test('rejects, then hangs: no request waits for it, and the mail is sent once it works', async () => {
		const server = await openMoodyServer();
		const { address, url } = await openMailingMarket(server.url);
		/** A user who signs up and at once forgets the password gets two mails. */
		const beWrittenTo = async (market: Awaited<ReturnType<typeof openTroubledMarket>>) => {
			const email = `${randomUUID()}@campus.example`;
			const send = (path: string, said: object) =>
				market.ask(`/api/auth/${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ email, ...said }),
				});
			return [
				await send('register', { userName: 'Ravi', password: PASSWORD }),
				await send('forgot-password', {}),
			];
		};
		const wasRefused = async () =>
			(await query(url, "select from pgboss.job where name = 'mail' and state = 'retry'")).length >
			0;

		const market = await openTroubledMarket(address);
		await vi.waitUntil(wasRefused, WAIT);
		const answers = await market.askAll();
		const writtenTo = await beWrittenTo(market);
		await server.come();
		await vi.waitUntil(() => server.lines.size > 0, WAIT);
		answers.push(...(await market.askAll()));
		writtenTo.push(...(await beWrittenTo(market)));
		server.speak();
		server.cutOff();
		await server.delivered(5);

		expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
		expect(writtenTo.map(({ status }) => status)).toEqual([201, 200, 201, 200]);
		for (const { ms } of writtenTo) expect(ms).toBeLessThanOrEqual(TOLD_WITHIN_MS);
		expect(server.deliveries).toHaveLength(5);
	});

	test.skipIf(FAULT_ROUNDS === 1)(
		'that never answers is given up, and tried again',
		{ timeout: 120_000 },
		async () => {
			const server = await openMoodyServer();
			await server.come();
			const { address } = await openMailingMarket(server.url);
			await openTroubledMarket(address);
			await vi.waitUntil(() => server.lines.size > 0, WAIT);
			const [first] = server.lines;

			server.speak();
			if (first) await once(first, 'close');
			await server.delivered();

			expect(server.deliveries).toHaveLength(1);
		},
	);
});

describe('the clock', () => {
	async function openClockedMarket() {
		const url = await cloneDatabase();
		const CLOCK = join(await openFolder(), 'clock');
		const NODE_OPTIONS = `--import=${join(support, 'jumping-clock.ts')}`;
		const { running, address } = await startMarket({ DATABASE_URL: url, CLOCK, NODE_OPTIONS });

		/** Shifts the clock of the app alone; the database's clock goes on. */
		async function jump(byMs: number): Promise<void> {
			await writeFile(CLOCK, String(byMs));
			running.child.kill('SIGUSR2');
			await running.says(new RegExp(`The clock is off by ${byMs} ms`));
		}
		return { address, url, jump };
	}

	/** Ages existing rows as if the clock of the whole computer had jumped. */
	async function jumpRows(url: string, byMs: number): Promise<void> {
		const columns = await query<{ table: string; column: string }>(
			url,
			`select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
			where table_schema = 'public' and data_type = 'timestamp with time zone' and table_type = 'BASE TABLE' and table_name <> 'audit_log'`,
		);
		for (const { table, column } of columns) {
			await query(
				url,
				`update ${table} set ${column} = ${column} - $1::float8 * interval '1 millisecond'`,
				[byMs],
			);
		}
	}

	test('jumps an hour ahead and back: sessions stay valid, and everything goes on', async () => {
		const { address, url, jump } = await openClockedMarket();
		const market = await openTroubledMarket(address);
		const key = randomUUID();
		const before = await market.post(key);
		const { id } = JSON.parse(before.body).item;
		await query(url, 'update items set banned_at = now() where id = $1', [id]);
		const jumps = [HOUR_MS, -HOUR_MS].flatMap((byMs) => [
			() => jump(byMs),
			() => jumpRows(url, byMs),
		]);

		for (const happen of jumps) {
			await happen();
			const answers = await market.askAll();
			const again = await market.post(key);
			const own = await market.ask(`/api/item/get-item-details/${id}`, { headers: market.headers });
			const [photo = ''] = JSON.parse(own.body).data.imageUrl;

			expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 404, 200, 200]);
			expect([again.status, JSON.parse(again.body).item.id]).toEqual([201, id]);
			expect(photo).toContain('sig=');
			expect((await market.ask(photo)).status).toBe(200);
		}
	});

	test('was set back after a user asked for a reset link: they get another link, and it works', async () => {
		const { address, url, jump } = await openClockedMarket();
		const email = `${randomUUID()}@campus.example`;
		const send = async (path: string, body: object) => {
			const headers = { 'content-type': 'application/json' };
			const sent = { method: 'POST', headers, body: JSON.stringify(body) };
			return (await fetch(`${address}/api${path}`, sent)).status;
		};
		const links = () =>
			query<{ isGood: boolean }>(
				url,
				`select expires_at > now() + interval '25 minutes' as "isGood" from one_time_links
				where purpose = 'reset-password' and token_hash is not null`,
			);
		await send('/auth/register', { userName: 'Asha', email, password: PASSWORD });
		await send('/auth/forgot-password', { email });
		await vi.waitUntil(async () => (await links()).length === 1, WAIT);

		await jumpRows(url, -HOUR_MS);
		await jump(-HOUR_MS);
		await query(url, 'update one_time_links set token_hash = null, expires_at = null');
		const asked = await send('/auth/forgot-password', { email });
		await vi.waitUntil(async () => (await links()).length === 1, WAIT);

		expect(asked).toBe(200);
		expect(await links()).toEqual([{ isGood: true }]);
	});
});

test('two processes that start on one empty database both open, and each migration is applied once', async () => {
	const DATABASE_URL = await emptyDatabase();

	const both = await Promise.all([startMarket({ DATABASE_URL }), startMarket({ DATABASE_URL })]);

	const ready = await Promise.all(both.map(({ address }) => fetch(`${address}/health/ready`)));
	expect(ready.map(({ status }) => status)).toEqual([200, 200]);
	const applied = await query(DATABASE_URL, 'select hash from drizzle.__drizzle_migrations');
	expect(applied.length).toBeGreaterThan(0);
	expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
});

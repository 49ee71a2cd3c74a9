import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { verifyAuditLog } from '#server/audit/verify.ts';
import { sweepPhotos } from '#server/features/photos/jobs.ts';
import { hashOfFileName, photoFileNames } from '#server/storage/photo-urls.ts';
import type { Outcome } from './busy-deeds.ts';
import type { Doing, openBusyMarket } from './busy-market.ts';
import { query } from './query.ts';

const WAIT = { timeout: 60_000, interval: 200 };
const DAY_MS = 24 * 3_600_000;

export type Busy = Awaited<ReturnType<typeof openBusyMarket>>;
export type Work = Awaited<ReturnType<Busy['begin']>>;

/** An app whose database and photos are checked. */
export interface Place {
	url: string;
	dataDir: string;
}

type Rows = <T extends object>(
	text: string,
	...values: unknown[]
) => Promise<(T & Record<string, unknown>)[]>;

const rowsOf =
	({ url }: Place): Rows =>
	(text, ...values) =>
		query(url, text, values);

/** Fails unless every acknowledged write is there once, and nothing is partial; no loop may still run. */
export async function expectKeptWork(market: Place, busy: Busy, work: Work): Promise<void> {
	const rows = rowsOf(market);
	for (const { doing } of Object.values(work.lines)) {
		expect([undefined, 503]).toContain(doing.status);
	}
	await expectPosts(work, busy, rows);
	await expectEdits(work, busy, rows);
	await expectSales(work, rows);
	await expectMessages(work, rows);
	await expectDeeds(work, rows);
	await expectWholeLog(busy, rows);
}

/** After a cleanup every file of every shown photo exists, and no other. */
export async function expectPhotos(market: Place, busy: Busy): Promise<void> {
	const rows = rowsOf(market);
	const now = new Date(Date.now() + DAY_MS + 60_000);
	await sweepPhotos({ ...busy, log: { info: () => undefined, warn: () => undefined }, now });
	const shown = await rows<{ hash: string }>('select distinct photo_hash as hash from item_photos');
	const known = await rows<{ hash: string }>('select hash from photos');
	const files: string[] = [];
	for await (const { name } of busy.store.list()) files.push(name);

	const wanted = shown.flatMap(({ hash }) => photoFileNames(hash));
	expect(known.map(({ hash }) => hash).sort()).toEqual(shown.map(({ hash }) => hash).sort());
	expect(files.sort()).toEqual(wanted.sort());
	expect(files.filter((name) => !hashOfFileName(name))).toEqual([]);
	for (const folder of await readdir(market.dataDir)) {
		if (!folder.startsWith('uploads')) continue;
		expect(await readdir(join(market.dataDir, folder))).toEqual([]);
	}
}

/** Acknowledged writes exist; unacknowledged ones may; nothing else does. */
function expectKept(done: readonly string[], { acknowledged, open }: Doing): void {
	expect(done).toHaveLength(new Set(done).size);
	expect([...acknowledged.keys()].filter((name) => !done.includes(name))).toEqual([]);
	expect(done.filter((name) => !acknowledged.has(name) && name !== open)).toEqual([]);
}

async function expectPosts({ lines }: Work, busy: Busy, rows: Rows): Promise<void> {
	const { doing } = lines.posts;
	const keys = [...doing.acknowledged.keys(), ...(doing.open ? [doing.open] : [])];
	const again = doing.open === undefined ? keys.slice(-2) : keys.slice(-3);
	const stored = () =>
		rows<{ id: number; title: string; photos: number }>(
			`select id, title, (select count(*)::int from item_photos where item_id = items.id) as photos
			from items where title = any ($1)`,
			keys,
		);
	const before = await stored();
	const answers = await Promise.all(again.map((key) => postAgain(busy, key)));
	const after = await stored();

	expectKept(
		before.map(({ title }) => title),
		doing,
	);
	for (const { id, title, photos } of after) {
		expect(photos).toBe(2);
		expect(id).toBe(doing.acknowledged.get(title) ?? id);
	}
	const idOf = (key: string) => after.find(({ title }) => title === key)?.id;
	expect(answers).toEqual(again.map((key) => ({ made: idOf(key) })));
	expect(after).toHaveLength(keys.length);
}

/** A client that is told to retry does so, as the page does. */
function postAgain({ post }: Busy, key: string): Promise<Outcome> {
	return vi.waitUntil(async () => {
		const outcome = await post(key);
		return !('status' in outcome && outcome.status === 503) && outcome;
	}, WAIT);
}

async function expectEdits({ lines }: Work, busy: Busy, rows: Rows): Promise<void> {
	const { doing } = lines.edits;
	const [item] = await rows<{ title: string; description: string; price: string; photos: number }>(
		`select title, description, price, (select count(*)::int from item_photos where item_id = items.id) as photos
		from items where id = $1`,
		busy.itemId,
	);
	const last = [...doing.acknowledged.keys()].at(-1);
	expect([last, doing.open]).toContain(item?.title);
	const number = Number(item?.title.split(' ')[1]);
	expect(item).toMatchObject({ description: item?.title, photos: 1 });
	expect(Number(item?.price)).toBe(number);
}

async function expectSales({ lines }: Work, rows: Rows): Promise<void> {
	const { doing } = lines.sales;
	const sold = await rows<{ id: string }>(
		'select id::text from items where sold_at is not null and id = any ($1)',
		[...doing.acknowledged.keys(), doing.open],
	);
	expectKept(
		sold.map(({ id }) => id),
		doing,
	);
}

async function expectMessages({ lines, room }: Work, rows: Rows): Promise<void> {
	const { doing } = lines.messages;
	const said = await rows<{ id: number; client_id: string }>(
		'select id::int, client_id from messages where item_id = $1 and client_id is not null order by id',
		room.itemId,
	);
	expectKept(
		said.map(({ client_id }) => client_id),
		doing,
	);
	const numbers = new Map(said.map(({ id, client_id }) => [client_id, id]));
	for (const [clientId, id] of doing.acknowledged) expect(numbers.get(clientId)).toBe(id);
	const sides = await rows<{ last: number }>(
		'select last_message_id::int as last from participants where item_id = $1',
		room.itemId,
	);
	expect(sides.map(({ last }) => last)).toEqual(sides.map(() => said.at(-1)?.id));
}

/** An administrator's change and its audit entry: always both or neither. */
async function expectDeeds({ lines: { bans, decisions, words } }: Work, rows: Rows): Promise<void> {
	const named = ({ doing }: Work['lines']['bans']) => [...doing.acknowledged.keys(), doing.open];
	const banned = await rows<{ id: string; entries: number }>(
		`select id::text, (select count(*)::int from audit_log where action = 'USER_BANNED' and target = 'user ' || users.id) as entries
		from users where banned_at is not null and id = any ($1)`,
		named(bans),
	);
	const decided = await rows<{ id: string; entries: number; isBanned: boolean; news: number }>(
		`select item_reports.id::text, items.banned_at is not null as "isBanned",
			(select count(*)::int from audit_log where action = 'REPORT_RESOLVED' and target = 'report ' || item_reports.id)
				+ (select count(*)::int from audit_log where action = 'ITEM_BANNED' and target = 'item ' || items.id) as entries
		from item_reports join items on items.id = item_id where status = 'resolved' and item_reports.id = any ($1)`,
		named(decisions),
	);
	const changed = await rows<{ words: string }>(
		`select substring(details from 'words [^"]+') as words from audit_log
		where action = 'SETTINGS_UPDATED' and substring(details from 'words [^"]+') = any ($1) order by id`,
		named(words),
	);
	const [now] = await rows<{ words: string }>('select maintenance_message as words from settings');

	for (const [done, { doing }] of [
		[banned, bans],
		[decided, decisions],
	] as const) {
		expectKept(
			done.map(({ id }) => id),
			doing,
		);
	}
	expect(banned.filter(({ entries }) => entries !== 1)).toEqual([]);
	expect(decided.filter(({ entries, isBanned }) => entries !== 2 || !isBanned)).toEqual([]);
	expectKept(
		changed.map((entry) => entry.words),
		words.doing,
	);
	expect(now?.words).toBe(changed.at(-1)?.words);
}

/** No partial audit entry, and none for a change that was not made. */
async function expectWholeLog(busy: Busy, rows: Rows): Promise<void> {
	expect((await verifyAuditLog(busy.db)).error).toBeUndefined();
	const [stray] = await rows<{ count: number }>(
		`select count(*)::int from audit_log where action = 'USER_BANNED'
			and not exists (select from users where banned_at is not null and target = 'user ' || id)
		or action = 'REPORT_RESOLVED'
			and not exists (select from item_reports where status = 'resolved' and target = 'report ' || id)`,
	);
	expect(stray?.count).toBe(0);
}

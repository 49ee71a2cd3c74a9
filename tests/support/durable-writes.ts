import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { verifyAuditLog } from '#server/audit/verify.ts';
import { sweepPhotos } from '#server/features/photos/jobs.ts';
import { hashOfFileName, photoFileNames } from '#server/storage/photo-urls.ts';
import type { ActionLog, openBusyApp } from './busy-app.ts';
import type { Outcome } from './busy-app-actions.ts';
import { query } from './query.ts';

const WAIT = { timeout: 60_000, interval: 200 };
const DAY_MS = 24 * 3_600_000;

type BusyApp = Awaited<ReturnType<typeof openBusyApp>>;
type Round = Awaited<ReturnType<BusyApp['startRound']>>;

/** An app whose database and photos are checked. */
interface StoredApp {
	url: string;
	dataDir: string;
}

type QueryRows = <T extends object>(
	text: string,
	...values: unknown[]
) => Promise<(T & Record<string, unknown>)[]>;

const queryRowsOf =
	({ url }: StoredApp): QueryRows =>
	(text, ...values) =>
		query(url, text, values);

/** Expects that every acknowledged write is stored exactly once, and none in part. Call it when all loops have ended. */
export async function expectDurableWrites(
	app: StoredApp,
	busyApp: BusyApp,
	round: Round,
): Promise<void> {
	const queryRows = queryRowsOf(app);
	for (const { log } of Object.values(round.loops)) {
		expect([undefined, 503]).toContain(log.status);
	}
	await expectPosts(round, queryRows);
	await expectEdits(round, busyApp, queryRows);
	await expectSales(round, queryRows);
	await expectMessages(round, queryRows);
	await expectAuditedActions(round, queryRows);
	await expectIntactAuditLog(busyApp, queryRows);
}

/** Runs the cleanup of photos, and expects that exactly the files of the items’ photos are left. */
export async function expectPhotos(app: StoredApp, busyApp: BusyApp): Promise<void> {
	const queryRows = queryRowsOf(app);
	const now = new Date(Date.now() + DAY_MS + 60_000);
	await sweepPhotos({ ...busyApp, log: { info: () => undefined, warn: () => undefined }, now });
	const itemPhotos = await queryRows<{ hash: string }>(
		'select distinct photo_hash as hash from item_photos',
	);
	const photoRows = await queryRows<{ hash: string }>('select hash from photos');
	const files: string[] = [];
	for await (const { name } of busyApp.store.list()) files.push(name);

	const expectedFiles = itemPhotos.flatMap(({ hash }) => photoFileNames(hash));
	expect(photoRows.map(({ hash }) => hash).sort()).toEqual(
		itemPhotos.map(({ hash }) => hash).sort(),
	);
	expect(files.sort()).toEqual(expectedFiles.sort());
	expect(files.filter((name) => !hashOfFileName(name))).toEqual([]);
	for (const folder of await readdir(app.dataDir)) {
		if (!folder.startsWith('uploads')) continue;
		expect(await readdir(join(app.dataDir, folder))).toEqual([]);
	}
}

/**
 * Expects that each acknowledged write is stored once. Writes that were not acknowledged may be stored, and no others.
 * @param stored the names of all stored writes of the round
 */
function expectAllStored(
	stored: readonly string[],
	{ acknowledged, unacknowledged }: ActionLog,
): void {
	expect(stored).toHaveLength(new Set(stored).size);
	expect([...acknowledged.keys()].filter((name) => !stored.includes(name))).toEqual([]);
	expect(stored.filter((name) => !acknowledged.has(name) && !unacknowledged.has(name))).toEqual([]);
}

async function expectPosts({ loops, poster, post }: Round, queryRows: QueryRows): Promise<void> {
	const { log } = loops.posts;
	const repeated = [...[...log.acknowledged.keys()].slice(-2), ...log.unacknowledged];
	const stored = () =>
		queryRows<{ id: number; title: string; photos: number }>(
			`select id, title, (select count(*)::int from item_photos where item_id = items.id) as photos
			from items where seller_id = $1`,
			poster.id,
		);
	const before = await stored();
	const responses = await Promise.all(repeated.map((key) => retryPost(post, key)));
	const after = await stored();

	expectAllStored(
		before.map(({ title }) => title),
		log,
	);
	for (const { id, title, photos } of after) {
		expect(photos).toBe(2);
		expect(id).toBe(log.acknowledged.get(title) ?? id);
	}
	const idOf = (key: string) => after.find(({ title }) => title === key)?.id;
	expect(responses).toEqual(repeated.map((key) => ({ createdId: idOf(key) })));
	expect(after).toHaveLength(log.acknowledged.size + log.unacknowledged.size);
}

/** Sends a post again until it is not refused with 503, as the page does. */
function retryPost(post: Round['post'], key: string): Promise<Outcome> {
	return vi.waitUntil(async () => {
		const outcome = await post(key);
		return !('status' in outcome && outcome.status === 503) && outcome;
	}, WAIT);
}

async function expectEdits(
	{ loops }: Round,
	busyApp: BusyApp,
	queryRows: QueryRows,
): Promise<void> {
	const { log } = loops.edits;
	const [item] = await queryRows<{
		title: string;
		description: string;
		price: string;
		photos: number;
	}>(
		`select title, description, price, (select count(*)::int from item_photos where item_id = items.id) as photos
		from items where id = $1`,
		busyApp.itemId,
	);
	const last = [...log.acknowledged.keys()].at(-1);
	expect([last, [...log.unacknowledged].at(-1)]).toContain(item?.title);
	const number = Number(item?.title.split(' ')[1]);
	expect(item).toMatchObject({ description: item?.title, photos: 1 });
	expect(Number(item?.price)).toBe(number);
}

async function expectSales({ loops, rows }: Round, queryRows: QueryRows): Promise<void> {
	const { log } = loops.sales;
	const sold = await queryRows<{ id: string }>(
		'select id::text from items where sold_at is not null and id = any ($1)',
		rows.items,
	);
	expectAllStored(
		sold.map(({ id }) => id),
		log,
	);
}

async function expectMessages({ loops, room }: Round, queryRows: QueryRows): Promise<void> {
	const { log } = loops.messages;
	const storedMessages = await queryRows<{ id: number; client_id: string }>(
		'select id::int, client_id from messages where item_id = $1 and client_id is not null order by id',
		room.itemId,
	);
	expectAllStored(
		storedMessages.map(({ client_id }) => client_id),
		log,
	);
	const numbers = new Map(storedMessages.map(({ id, client_id }) => [client_id, id]));
	for (const [clientId, id] of log.acknowledged) expect(numbers.get(clientId)).toBe(id);
	const sides = await queryRows<{ last: number }>(
		'select last_message_id::int as last from participants where item_id = $1',
		room.itemId,
	);
	expect(sides.map(({ last }) => last)).toEqual(sides.map(() => storedMessages.at(-1)?.id));
}

/** Expects for each change by an administrator either both the change and its audit entry, or neither. */
async function expectAuditedActions(
	{ loops: { bans, decisions, maintenanceMessages }, rows, messagePrefix }: Round,
	queryRows: QueryRows,
): Promise<void> {
	const banned = await queryRows<{ id: string; entries: number }>(
		`select id::text, (select count(*)::int from audit_log where action = 'USER_BANNED' and target = 'user ' || users.id) as entries
		from users where banned_at is not null and id = any ($1)`,
		rows.people,
	);
	const decided = await queryRows<{ id: string; entries: number; isBanned: boolean }>(
		`select item_reports.id::text, items.banned_at is not null as "isBanned",
			(select count(*)::int from audit_log where action = 'REPORT_RESOLVED' and target = 'report ' || item_reports.id)
				+ (select count(*)::int from audit_log where action = 'ITEM_BANNED' and target = 'item ' || items.id) as entries
		from item_reports join items on items.id = item_id where status = 'resolved' and item_reports.id = any ($1)`,
		rows.reports,
	);
	const changed = await queryRows<{ words: string }>(
		`select substring(details from 'words [^"]+') as words from audit_log
		where action = 'SETTINGS_UPDATED' and position($1 in details) > 0 order by id`,
		messagePrefix,
	);
	const [now] = await queryRows<{ words: string }>(
		'select maintenance_message as words from settings',
	);

	for (const [stored, { log }] of [
		[banned, bans],
		[decided, decisions],
	] as const) {
		expectAllStored(
			stored.map(({ id }) => id),
			log,
		);
	}
	expect(banned.filter(({ entries }) => entries !== 1)).toEqual([]);
	expect(decided.filter(({ entries, isBanned }) => entries !== 2 || !isBanned)).toEqual([]);
	expectAllStored(
		changed.map((entry) => entry.words),
		maintenanceMessages.log,
	);
	expect(now?.words).toBe(changed.at(-1)?.words);
}

/** Expects an intact audit log without entries for changes that were not made. */
async function expectIntactAuditLog(busyApp: BusyApp, queryRows: QueryRows): Promise<void> {
	expect((await verifyAuditLog(busyApp.db)).error).toBeUndefined();
	const [stray] = await queryRows<{ count: number }>(
		`select count(*)::int from audit_log where action = 'USER_BANNED'
			and not exists (select from users where banned_at is not null and target = 'user ' || id)
		or action = 'REPORT_RESOLVED'
			and not exists (select from item_reports where status = 'resolved' and target = 'report ' || id)`,
	);
	expect(stray?.count).toBe(0);
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { verifyAuditLog } from '#server/audit/log.ts';
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

/** Expects that every acknowledged write is stored exactly once, and none in part. Call it when all loops have ended. */
export async function expectDurableWrites(
	{ url }: StoredApp,
	busyApp: BusyApp,
	round: Round,
): Promise<void> {
	for (const { log } of Object.values(round.loops)) {
		expect([undefined, 503]).toContain(log.status);
	}
	await expectPosts(url, round);
	await expectEdits(url, round, busyApp.itemId);
	await expectSales(url, round);
	await expectAuditedActions(url, round);
	await expectIntactAuditLog(url, busyApp);
}

/** Runs the cleanup of photos, and expects that exactly the files of the items’ photos are left. */
export async function expectPhotos({ url, dataDir }: StoredApp, busyApp: BusyApp): Promise<void> {
	const now = new Date(Date.now() + DAY_MS + 60_000);
	await sweepPhotos({ ...busyApp, log: { info: () => undefined, warn: () => undefined }, now });
	const used = await query(url, 'select distinct photo_hash as hash from item_photos order by 1');
	const kept = await query(url, 'select hash from photos order by 1');
	const files: string[] = [];
	for await (const { name } of busyApp.store.list()) files.push(name);

	expect(kept).toEqual(used);
	expect(files.sort()).toEqual(used.flatMap(({ hash }) => photoFileNames(hash)).sort());
	expect(files.filter((name) => !hashOfFileName(name))).toEqual([]);
	for (const folder of await readdir(dataDir)) {
		if (folder.startsWith('uploads')) expect(await readdir(join(dataDir, folder))).toEqual([]);
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

const PHOTO_COUNT = '(select count(*)::int from item_photos where item_id = items.id) as photos';

async function expectPosts(url: string, { loops, poster, post }: Round): Promise<void> {
	const { log } = loops.posts;
	const repeated = [...[...log.acknowledged.keys()].slice(-2), ...log.unacknowledged];
	const select = `select id, title, ${PHOTO_COUNT} from items where seller_id = $1`;
	const stored = () =>
		query<{ id: number; title: string; photos: number }>(url, select, [poster.id]);
	const titles = (await stored()).map(({ title }) => title);
	const responses = await Promise.all(repeated.map((key) => retryPost(post, key)));
	const after = await stored();

	expectAllStored(titles, log);
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

async function expectEdits(url: string, { loops }: Round, itemId: number): Promise<void> {
	const { log } = loops.edits;
	const select = `select title, description, price::float8, ${PHOTO_COUNT} from items where id = $1`;
	const [item] = await query<{ title: string }>(url, select, [itemId]);
	const title = item?.title ?? '';
	expect([[...log.acknowledged.keys()].at(-1), [...log.unacknowledged].at(-1)]).toContain(title);
	const price = Number(title.split(' ')[1]);
	expect(item).toEqual({ title, description: title, price, photos: 1 });
}

async function expectSales(url: string, { loops, rows }: Round): Promise<void> {
	const select = 'select id::text from items where sold_at is not null and id = any ($1)';
	const sold = await query<{ id: string }>(url, select, [rows.items]);
	expectAllStored(
		sold.map(({ id }) => id),
		loops.sales.log,
	);
}

/** Expects for each change by an administrator either both the change and its audit entry, or neither. */
async function expectAuditedActions(url: string, { loops, rows }: Round): Promise<void> {
	const banned = await query(
		url,
		`select id::text, (select count(*)::int from audit_log where action = 'USER_BANNED' and target = 'user ' || users.id) as entries
		from users where banned_at is not null and id = any ($1)`,
		[rows.people],
	);
	const decided = await query(
		url,
		`select reports.id::text, items.banned_at is not null as "isBanned",
			(select count(*)::int from audit_log where action = 'REPORT_RESOLVED' and target = 'report ' || reports.id)
				+ (select count(*)::int from audit_log where action = 'ITEM_BANNED' and target = 'item ' || items.id) as entries
		from reports join items on items.id = item_id where status = 'resolved' and reports.id = any ($1)`,
		[rows.reports],
	);
	const idsOf = (stored: { id?: string }[]) => stored.map(({ id = '' }) => id);
	expectAllStored(idsOf(banned), loops.bans.log);
	expectAllStored(idsOf(decided), loops.decisions.log);
	expect(banned.filter(({ entries }) => entries !== 1)).toEqual([]);
	expect(decided.filter(({ entries, isBanned }) => entries !== 2 || !isBanned)).toEqual([]);
}

/** Expects an intact audit log without entries for changes that were not made. */
async function expectIntactAuditLog(url: string, { db }: BusyApp): Promise<void> {
	expect((await verifyAuditLog(db)).error).toBeUndefined();
	const stray = await query(
		url,
		`select target from audit_log where action = 'USER_BANNED'
			and not exists (select from users where banned_at is not null and target = 'user ' || id)
		or action = 'REPORT_RESOLVED'
			and not exists (select from reports where kind = 'item' and status = 'resolved' and target = 'report ' || id)`,
	);
	expect(stray).toEqual([]);
}

import type { FastifyBaseLogger } from 'fastify';
import { UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { hashOfFileName, photoFileNames } from '#server/storage/photo-urls.ts';
import {
	adoptPhotos,
	countPhotos,
	deletePhotosOfDeletedItems,
	deleteUnusedPhotos,
	keepBackupsOut,
	listUnknownPhotos,
	lockUnusedPhotos,
} from './queries.ts';
import { deleteUploadsBefore } from './upload-queries.ts';

interface Sweep {
	db: Db;
	store: PhotoStore;
	log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
	now?: Date;
}

const HOUR_MS = 3_600_000;
/** Longer than any request may take: a photo announced since then may still be about to be used. */
const UNUSED_GRACE_MS = HOUR_MS;
const STRAY_GRACE_MS = 24 * HOUR_MS;
const UPLOAD_GRACE_MS = UPLOAD_LIMITS.hours * HOUR_MS;
/** As people are told (the page about privacy): until then an administrator's decision can still be looked into. */
const DELETED_ITEM_GRACE_MS = 30 * 24 * HOUR_MS;
/** Photos held at a time; a batch takes some tens of milliseconds. */
const BATCH = 100;

/**
 * Removes photos that nothing refers to, or only an item deleted long ago, rows and files, and files that have no row. Safe at
 * any time and twice at once:
 *
 * A post announces a photo's row (making it new), then writes its files, then refers to it. The sweep locks the old row,
 * looks again whether it is unused, removes the files and commits. So a post of the same picture announces either before
 * the lock, and the row is too new to be swept; or it waits for the commit, makes a new row and writes the files after
 * they were removed. A reference cannot be made while the lock is held, because its foreign key takes the same lock, and
 * not afterwards, because the row is gone. A crash after files were removed brings back a row that nothing refers to: the
 * next sweep takes it. Files without a row get an old row first and go the same way.
 */
export async function sweepPhotos({ db, store, log, now = new Date() }: Sweep): Promise<void> {
	const strays = await adoptStrays({ db, store, log, now });
	await deleteUploadsBefore(db, new Date(now.getTime() - UPLOAD_GRACE_MS));
	await deletePhotosOfDeletedItems(db, new Date(now.getTime() - DELETED_ITEM_GRACE_MS));
	const photos = await removeUnused({ db, store, now });
	log.info({ strays, photos }, 'photos swept');
}

async function adoptStrays(sweep: Required<Sweep>): Promise<number> {
	const { db, store, log } = sweep;
	const known = await countPhotos(db);
	const found = await findStrays(sweep, known);
	if (!found) {
		log.warn({ photos: known }, 'more stray files than photos are left alone: whose are they?');
		return 0;
	}
	for (const name of found.leftovers) await store.remove(name);
	const hashes = [...found.hashes];
	let adopted = 0;
	for (let at = 0; at < hashes.length; at += BATCH) {
		adopted += await adoptPhotos(db, hashes.slice(at, at + BATCH));
	}
	return adopted;
}

interface Strays {
	hashes: Set<string>;
	/** Names of what interrupted writes left behind. */
	leftovers: string[];
}

/**
 * Files that no row knows. Undefined when there are more than `known` of them: then it is more likely that this is the store
 * of another market, or the database of one, than that most of the files are strays.
 */
async function findStrays(
	{ db, store, now }: Required<Sweep>,
	known: number,
): Promise<Strays | undefined> {
	const before = now.getTime() - STRAY_GRACE_MS;
	const strays: Strays = { hashes: new Set(), leftovers: [] };
	const pending = new Set<string>();
	async function look(): Promise<void> {
		for (const hash of await listUnknownPhotos(db, [...pending])) strays.hashes.add(hash);
		pending.clear();
	}
	for await (const { name, modifiedAt } of store.list()) {
		if (modifiedAt.getTime() > before) continue;
		const hash = hashOfFileName(name);
		if (hash) pending.add(hash);
		else strays.leftovers.push(name);
		if (pending.size >= BATCH) await look();
		if (strays.hashes.size > known) return undefined;
	}
	await look();
	return strays.hashes.size > known ? undefined : strays;
}

/** Removes what nothing refers to and is out of its grace; without looking at every file, which takes a while. */
export async function removeUnusedPhotos(sweep: Pick<Sweep, 'db' | 'store'>): Promise<void> {
	await removeUnused({ ...sweep, now: new Date() });
}

type Removal = Required<Pick<Sweep, 'db' | 'store' | 'now'>>;

async function removeUnused({ db, store, now }: Removal): Promise<number> {
	const before = new Date(now.getTime() - UNUSED_GRACE_MS);
	let removed = 0;
	for (;;) {
		const batch = await removeBatch(db, store, before);
		removed += batch.removed;
		if (batch.looked < BATCH) return removed;
	}
}

/**
 * Files go inside the transaction, against our habit: the lock must hold until they are gone. None go during a backup; the next
 * sweep takes them.
 */
function removeBatch(
	db: Db,
	store: PhotoStore,
	before: Date,
): Promise<{ looked: number; removed: number }> {
	return db.transaction(async (tx) => {
		if (!(await keepBackupsOut(tx))) return { looked: 0, removed: 0 };
		const locked = await lockUnusedPhotos(tx, before, BATCH);
		if (locked.length === 0) return { looked: 0, removed: 0 };
		const hashes = await deleteUnusedPhotos(tx, locked);
		await Promise.all(hashes.flatMap(photoFileNames).map((name) => store.remove(name)));
		return { looked: locked.length, removed: hashes.length };
	});
}

import type { FastifyBaseLogger } from 'fastify';
import { UPLOAD_LIMITS } from '#contract/photos/uploads.ts';
import type { Db } from '#server/db/client.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { allEnded } from '#server/lib/promises.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { hashOfFileName, photoFileNames } from '#server/storage/photo-urls.ts';
import { removePhotosTask } from './commands.ts';
import {
	countPhotos,
	deletePendingPhotosBefore,
	deletePhotosOfDeletedItems,
	deleteUnusedPhotos,
	listUnknownPhotos,
	lockOutBackups,
	lockUnusedPhotos,
	registerOrphans,
} from './queries.ts';

interface SweepDeps {
	db: Db;
	store: PhotoStore;
	log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
	now?: Date;
}

/** Jobs that remove unused photos: every night, and when a feature has ended the grace period of photos. */
export function photoJobs({ db, store, log }: Pick<SweepDeps, 'db' | 'store' | 'log'>): Job[] {
	return [
		// Runs before the nightly backup, because no photos are removed during a backup.
		{ name: 'sweep-photos', schedule: '30 1 * * *', run: () => sweepPhotos({ db, store, log }) },
		handleTask(removePhotosTask, () => removeUnusedPhotos({ db, store })),
	];
}

const HOUR_MS = 3_600_000;
/** Longer than any request may take: a running request may be about to use a photo that it has registered. */
const UNUSED_GRACE_MS = HOUR_MS;
const ORPHAN_GRACE_MS = 24 * HOUR_MS;
const PENDING_GRACE_MS = UPLOAD_LIMITS.maxAgeHours * HOUR_MS;
/** The time that the privacy page states. Until then, an administrator's decision about the item can be reviewed. */
const DELETED_ITEM_GRACE_MS = 30 * 24 * HOUR_MS;
/** Photos locked at once; one batch takes some tens of milliseconds. */
const BATCH_SIZE = 100;

/**
 * Removes files without a row, and photos that are unused or belong only to items deleted long ago. Can run at any
 * time, also twice at once:
 *
 * A post writes the row of a photo (or renews its date), then the files, then the reference. The sweep locks an old
 * row, checks again that the photo is unused, removes the files and commits. A concurrent post of the same photo has
 * two cases. If it writes the row before the lock, the row is too new to be swept. Otherwise it waits for the commit,
 * inserts a new row, and writes the files after they were removed. A reference cannot be inserted while the lock is
 * held, because its foreign key needs the same lock. Afterwards, the row is gone. If a crash rolls back after files
 * were removed, the row is still unused, and the next sweep removes it. Files without a row first get an old row and
 * are then removed in the same way.
 */
export async function sweepPhotos({ db, store, log, now = new Date() }: SweepDeps): Promise<void> {
	await deletePendingPhotosBefore(db, new Date(now.getTime() - PENDING_GRACE_MS));
	await deletePhotosOfDeletedItems(db, new Date(now.getTime() - DELETED_ITEM_GRACE_MS));
	// Counted before the removal: afterwards few known photos may be left to compare the orphan files with.
	const knownCount = await countPhotos(db);
	const removedUnused = await removeInBatches({ db, store, now });
	// Last, because a folder may be unreadable, and photos of deleted items must be removed all the same.
	const registeredOrphans = await registerOrphanFiles({ db, store, log, now }, knownCount);
	const removedOrphans = registeredOrphans > 0 ? await removeInBatches({ db, store, now }) : 0;
	log.info({ removedUnused, registeredOrphans, removedOrphans }, 'photos swept');
}

/** Returns the number of photos that got a row; 0 when there are more orphans than `knownCount`. */
async function registerOrphanFiles(deps: Required<SweepDeps>, knownCount: number): Promise<number> {
	const { db, store, log } = deps;
	const orphans = await findOrphanFiles(deps, knownCount);
	if (!orphans) {
		log.warn(
			{ photos: knownCount },
			'orphan files not removed: there are more of them than known photos',
		);
		return 0;
	}
	for (const name of orphans.unfinished) await store.remove(name);
	const hashes = [...orphans.hashes];
	let registered = 0;
	for (let at = 0; at < hashes.length; at += BATCH_SIZE) {
		registered += await registerOrphans(db, hashes.slice(at, at + BATCH_SIZE));
	}
	return registered;
}

interface OrphanFiles {
	hashes: Set<string>;
	/** Temporary files of interrupted writes. */
	unfinished: string[];
}

/**
 * Finds files without a row. Returns undefined when more photos than `knownCount` have no row: then the store or the
 * database probably belongs to another installation.
 */
async function findOrphanFiles(
	{ db, store, now }: Required<SweepDeps>,
	knownCount: number,
): Promise<OrphanFiles | undefined> {
	const before = now.getTime() - ORPHAN_GRACE_MS;
	const orphans: OrphanFiles = { hashes: new Set(), unfinished: [] };
	const unchecked = new Set<string>();
	async function findUnknown(): Promise<void> {
		for (const hash of await listUnknownPhotos(db, [...unchecked])) orphans.hashes.add(hash);
		unchecked.clear();
	}
	for await (const { name, modifiedAt } of store.list()) {
		if (modifiedAt.getTime() > before) continue;
		const hash = hashOfFileName(name);
		if (hash) unchecked.add(hash);
		else orphans.unfinished.push(name);
		if (unchecked.size >= BATCH_SIZE) await findUnknown();
		if (orphans.hashes.size > knownCount) return undefined;
	}
	await findUnknown();
	return orphans.hashes.size > knownCount ? undefined : orphans;
}

/** Removes unused photos whose grace period is over. Does not list all files, which would take long. */
async function removeUnusedPhotos(deps: Pick<SweepDeps, 'db' | 'store'>): Promise<void> {
	await removeInBatches({ ...deps, now: new Date() });
}

type RemovalDeps = Required<Pick<SweepDeps, 'db' | 'store' | 'now'>>;

async function removeInBatches({ db, store, now }: RemovalDeps): Promise<number> {
	const before = new Date(now.getTime() - UNUSED_GRACE_MS);
	let removed = 0;
	for (;;) {
		const batch = await removeBatch(db, store, before);
		removed += batch.removed;
		if (batch.checked < BATCH_SIZE) return removed;
	}
}

/**
 * Removes one batch of unused photos. During a backup it removes nothing; the next sweep removes them. File work inside
 * a transaction is an exception to the rule in CONTRIBUTING.md: the lock must be held until the files are removed.
 */
function removeBatch(
	db: Db,
	store: PhotoStore,
	before: Date,
): Promise<{ checked: number; removed: number }> {
	return db.transaction(async (tx) => {
		if (!(await lockOutBackups(tx))) return { checked: 0, removed: 0 };
		const locked = await lockUnusedPhotos(tx, before, BATCH_SIZE);
		if (locked.length === 0) return { checked: 0, removed: 0 };
		const hashes = await deleteUnusedPhotos(tx, locked);
		// Waits for all removals even if one fails: after the lock is released, a removal could hit a file stored anew.
		await allEnded(hashes.flatMap(photoFileNames).map((name) => store.remove(name)));
		return { checked: locked.length, removed: hashes.length };
	});
}

import { createHmac } from 'node:crypto';
import { and, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AppContext } from '#server/app/start.ts';
import type { Db } from '#server/db/client.ts';
import { LOCKS } from '#server/db/locks.ts';
import { admins } from '#server/db/schema/admins.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { preparePhotos, storePhotos } from '#server/features/photos/commands.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { loadSecret } from '#server/lib/secrets.ts';
import { insertDemoAnnouncement } from './announcement.ts';
import { insertDemoChats } from './chats.ts';
import { insertDemoCourses } from './courses.ts';
import { insertDemoDeals } from './deals.ts';
import { insertDemoFeedback } from './feedback.ts';
import { DEMO_ITEMS, type DemoItem, pictureFile } from './items.ts';
import { DEMO_ADMINS, DEMO_STUDENTS } from './people.ts';
import { insertDemoReports } from './reports.ts';
import { insertDemoSpots } from './spots.ts';
import { insertDemoWantedAndSaved } from './wanted-and-saved.ts';

type Log = (step: string) => void;

/**
 * Fills an empty database with the demo. One transaction inserts all rows: an interrupted call leaves none, and the next
 * start fills the database. If several instances start together, one of them fills it.
 * @returns lines with the demo's accounts and passwords; no lines if the database has other data
 */
export async function fillWithDemo(context: AppContext, log: Log): Promise<string[]> {
	const { db } = context.backgroundPool;
	const studentPassword = await derivePassword(context, 'student');
	const adminPassword = await derivePassword(context, 'administrator');
	if (await isEmpty(db)) {
		const hashes = await storePictures(context, log);
		const passwordHash = await hashPassword(studentPassword);
		const adminHash = await hashPassword(adminPassword);
		await db.transaction(async (tx) => {
			await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.demo})`);
			if (!(await isEmpty(tx))) return;
			await insertDemoCourses(tx);
			await insertDemoSpots(tx);
			const students = await insertStudents(tx, passwordHash);
			const items = await insertItems(tx, students, hashes);
			const adminId = await insertAdmins(tx, adminHash);
			await insertDemoWantedAndSaved(tx, { students, items });
			await insertDemoChats(tx, { students, items });
			await insertDemoDeals(tx, { students, items, timeZone: context.config.site.timeZone });
			await insertDemoReports(tx, { students, items, adminId });
			await insertDemoFeedback(tx, { students, adminId });
			await insertDemoAnnouncement(tx);
		});
	}
	return [
		...(await listStudentSignIns(db, studentPassword)),
		...(await listAdminSignIns(db, adminPassword)),
	];
}

async function isEmpty(db: Db): Promise<boolean> {
	const firstUser = await db.select({ id: users.id }).from(users).limit(1);
	return firstUser.length === 0;
}

/** A password that is the same at every start of one installation and differs between installations. */
async function derivePassword({ config }: AppContext, role: string): Promise<string> {
	const secret = await loadSecret(config.dataDir, 'demo-secret');
	return createHmac('sha256', secret).update(role).digest('base64url').slice(0, 12);
}

/**
 * Processes and stores every item's pictures like uploads of students.
 * @returns the hashes of each item's photos, the cover first
 */
async function storePictures(
	{ backgroundPool, store }: AppContext,
	log: Log,
): Promise<Map<DemoItem, string[]>> {
	const hashes = new Map<DemoItem, string[]>();
	const remainingItems = DEMO_ITEMS.values();
	const storeRemaining = async () => {
		for (const item of remainingItems) {
			const prepared = await preparePhotos(item.pictures.map(pictureFile), 'images');
			await storePhotos(backgroundPool.db, store, prepared);
			hashes.set(
				item,
				prepared.map(({ hash }) => hash),
			);
			if (hashes.size % 20 === 0)
				log(`Filling the demo market: ${hashes.size} of ${DEMO_ITEMS.length} items`);
		}
	};
	// Two loops take items from the same iterator: two photos can be prepared at once, but an item may have only one.
	await Promise.all([storeRemaining(), storeRemaining()]);
	return hashes;
}

const hoursAgoDate = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Inserts the students. @returns their ids by their keys */
async function insertStudents(tx: Db, passwordHash: string): Promise<Map<string, number>> {
	const demoAt = new Date();
	const ids = new Map<string, number>();
	for (const { key, userName, email, phone, verified, joinedDaysAgo } of DEMO_STUDENTS) {
		const createdAt = hoursAgoDate(joinedDaysAgo * 24);
		const verifiedAt = verified ? createdAt : null;
		const emailConfirmedAt = createdAt;
		const row = {
			userName,
			email,
			emailConfirmedAt,
			phone,
			passwordHash,
			verifiedAt,
			createdAt,
			demoAt,
		};
		const [inserted] = await tx.insert(users).values(row).returning({ id: users.id });
		if (inserted) ids.set(key, inserted.id);
	}
	return ids;
}

/**
 * Inserts the items, oldest first, so that ids grow with time.
 * @returns the items' ids by their titles
 */
async function insertItems(
	tx: Db,
	sellerIds: ReadonlyMap<string, number>,
	hashes: ReadonlyMap<DemoItem, readonly string[]>,
): Promise<Map<string, number>> {
	const ids = new Map<string, number>();
	const oldestFirst = [...DEMO_ITEMS].sort((one, other) => other.ageHours - one.ageHours);
	for (const item of oldestFirst) {
		const { title, description, price, category, condition, details = {}, subjects = [] } = item;
		const [inserted] = await tx
			.insert(items)
			.values({
				sellerId: sellerIds.get(item.seller) ?? 0,
				title,
				description,
				price,
				category,
				condition,
				details,
				subjects: [...subjects],
				isPriceFixed: item.isPriceFixed ?? false,
				createdAt: hoursAgoDate(item.ageHours),
				soldAt: item.soldHoursAgo === undefined ? null : hoursAgoDate(item.soldHoursAgo),
				bannedAt: item.ban ? hoursAgoDate(item.ban.hoursAgo) : null,
				banReason: item.ban?.reason ?? null,
			})
			.returning({ id: items.id });
		if (inserted) ids.set(title, inserted.id);
		const photos = (hashes.get(item) ?? []).map((photoHash, position) => ({
			itemId: inserted?.id ?? 0,
			position,
			photoHash,
		}));
		await tx.insert(itemPhotos).values(photos);
	}
	return ids;
}

/** @returns the id of the administrator who reviews reports and feedback */
async function insertAdmins(tx: Db, passwordHash: string): Promise<number> {
	const demoAt = new Date();
	const inserted = await tx
		.insert(admins)
		.values(DEMO_ADMINS.map((admin) => ({ ...admin, passwordHash, demoAt })))
		.returning({ id: admins.id });
	return inserted.at(-1)?.id ?? 0;
}

async function listStudentSignIns(db: Db, password: string): Promise<string[]> {
	const demo = await db
		.select({ email: users.email })
		.from(users)
		.where(isNotNull(users.demoAt))
		.orderBy(users.id);
	if (demo.length === 0) return [];
	const emails = demo.map(({ email }) => `  ${email}`);
	return [`Demo sign-ins, on this computer only, all with the password ${password}`, ...emails];
}

async function listAdminSignIns(db: Db, password: string): Promise<string[]> {
	const demo = await db
		.select({ email: admins.email, roleLevel: admins.roleLevel })
		.from(admins)
		.where(and(isNotNull(admins.demoAt), isNull(admins.removedAt)))
		.orderBy(admins.id);
	if (demo.length === 0) return [];
	return [
		`Demo administrators, on this computer only, all with the password ${password}`,
		...demo.map(({ email, roleLevel }) => `  ${email} (${roleLevel})`),
	];
}

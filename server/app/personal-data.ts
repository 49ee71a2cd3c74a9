import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import * as accounts from '#server/features/accounts/personal-data.ts';
import * as auth from '#server/features/auth/personal-data.ts';
import * as chat from '#server/features/chat/personal-data.ts';
import * as deals from '#server/features/deals/personal-data.ts';
import * as reviews from '#server/features/deals/reviews/personal-data.ts';
import * as feedback from '#server/features/feedback/personal-data.ts';
import * as items from '#server/features/items/personal-data.ts';
import * as notifications from '#server/features/notifications/personal-data.ts';
import * as photos from '#server/features/photos/personal-data.ts';
import * as reports from '#server/features/reports/personal-data.ts';
import * as saved from '#server/features/saved/personal-data.ts';
import * as searches from '#server/features/searches/personal-data.ts';
import * as studies from '#server/features/studies/personal-data.ts';
import * as wanted from '#server/features/wanted/personal-data.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';

interface FeatureData {
	/** @param db a transaction; its connection runs one statement at a time */
	exportOf: (db: Db, userId: number, photoUrls: PhotoUrls) => Promise<Partial<PersonalData>>;
	/** Running it again leaves the same result. */
	erase: (tx: Db, userId: number, addTask: AddTask) => Promise<void>;
}

/** In the order of erasure: `feedback` is found by the email address, which `accounts` erases. */
const FEATURES: readonly FeatureData[] = [
	chat,
	deals,
	reports,
	reviews,
	feedback,
	notifications,
	searches,
	wanted,
	items,
	saved,
	photos,
	studies,
	accounts,
	auth,
];

/**
 * Everything the database stores about a user, except hashes that would help somebody to sign in.
 * @throws AppError not_found when the account is gone
 */
export async function exportPersonalData(
	db: Db,
	userId: number,
	photoUrls: PhotoUrls,
): Promise<PersonalData> {
	const data: Partial<PersonalData> = { exportedAt: new Date().toISOString() };
	for (const { exportOf } of FEATURES) Object.assign(data, await exportOf(db, userId, photoUrls));
	// The schema of the reply refuses an incomplete export.
	return data as PersonalData;
}

/**
 * Erases what all features store about a user. The user's row stays with its id, so that the other side of a chat keeps
 * its messages.
 */
export async function erasePersonalData(tx: Db, userId: number, addTask: AddTask): Promise<void> {
	for (const { erase } of FEATURES) await erase(tx, userId, addTask);
}

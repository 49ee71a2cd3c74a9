import { sql } from 'drizzle-orm';
import { EXPORT_BEGINS_WITHIN_MS } from '#contract/accounts/account.ts';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { transactUntil } from '#server/db/abortable-transaction.ts';
import type { Db, PooledDb } from '#server/db/client.ts';
import { deviceOf } from '#server/features/accounts/device-name.ts';
import { listFormerAddresses } from '#server/features/accounts/former-address-queries.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { type LinkRow, listLinks } from '#server/features/auth/one-time-links/queries.ts';
import { presentOwnAccount } from '#server/features/auth/present.ts';
import { findUser, listIdentities, type UserRow } from '#server/features/auth/queries.ts';
import type { SessionRow } from '#server/features/auth/sessions/queries.ts';
import { openSlots } from '#server/lib/concurrency-limit.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import { exportTalk } from './export-conversations.ts';
import {
	type KeptItem,
	listAllItems,
	listAllSessions,
	listPosts,
	listUploads,
} from './export-queries.ts';

/** What somebody has said in years is held as a whole: more at a time would take the memory of others. */
const slots = openSlots({ atOnce: 2, waiting: 20 });

/** The database does nothing that nobody waits for any longer. */
const STATEMENT_LIMIT = sql`set local statement_timeout = ${sql.raw(String(EXPORT_BEGINS_WITHIN_MS))}`;

/** All of one moment, and over one connection: the others are for who else has much to do. */
const ONE_MOMENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/**
 * Everything that the database has of a person, but the hashes that would help somebody to sign in.
 * @param gone ends it, so that it keeps nobody else waiting
 * @throws Refusal too_many when too many are waiting; not_found when the account has gone; `gone.reason`
 */
export function exportPerson(
	db: PooledDb,
	addresses: PhotoAddresses,
	userId: number,
	gone: AbortSignal,
): Promise<PersonalData> {
	const read = (tx: Db) => readPerson(tx, addresses, userId);
	return slots.run(() => transactUntil(gone, db, read, ONE_MOMENT), gone);
}

/** Statement by statement, as a connection takes them. */
async function readPerson(
	db: Db,
	addresses: PhotoAddresses,
	userId: number,
): Promise<PersonalData> {
	await db.execute(STATEMENT_LIMIT);
	const user = requirePerson(await findUser(db, userId));
	const formerAddresses = await listFormerAddresses(db, userId);
	const identities = await listIdentities(db, userId);
	const uploads = await listUploads(db, userId);
	const posts = await listPosts(db, userId);
	return {
		exportedAt: new Date().toISOString(),
		account: exportAccount(user, formerAddresses, addresses),
		sessions: (await listAllSessions(db, userId)).map(exportSession),
		identities: identities.map(({ issuer, subject, createdAt }) => ({
			issuer,
			subject,
			linkedAt: createdAt.toISOString(),
		})),
		mailedLinks: (await listLinks(db, userId)).map(exportLink),
		items: (await listAllItems(db, userId)).map((item) => exportItem(item, addresses)),
		uploads: uploads.map(({ photoHash, createdAt }) => ({
			photo: addresses.signed(photoHash),
			createdAt: createdAt.toISOString(),
		})),
		posts: posts.map(({ key, itemId, createdAt }) => ({
			key,
			itemId,
			createdAt: createdAt.toISOString(),
		})),
		...(await exportTalk(db, userId)),
	};
}

function exportAccount(
	user: UserRow,
	formerAddresses: readonly string[],
	addresses: PhotoAddresses,
): PersonalData['account'] {
	return {
		...presentOwnAccount(user, addresses),
		emailConfirmedAt: moment(user.emailConfirmedAt),
		pendingEmail: user.pendingEmail,
		formerEmail: formerAddresses.join(' ') || null,
		verifiedAt: moment(user.verifiedAt),
		verifiedBy: user.verifiedBy,
		suspendedAt: moment(user.bannedAt),
		suspendedFor: user.banReason,
		hasPassword: user.passwordHash !== null,
		isDemo: user.demoAt !== null,
	};
}

function exportSession(session: SessionRow): PersonalData['sessions'][number] {
	const { id, userAgent, createdAt, lastSeenAt, expiresAt } = session;
	return {
		id,
		device: deviceOf(userAgent),
		userAgent,
		createdAt: createdAt.toISOString(),
		lastSeenAt: lastSeenAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
	};
}

function exportLink(link: LinkRow): PersonalData['mailedLinks'][number] {
	const { purpose, requestedAt, expiresAt, usedAt } = link;
	return {
		purpose,
		requestedAt: requestedAt.toISOString(),
		expiresAt: moment(expiresAt),
		usedAt: moment(usedAt),
	};
}

/** Photos that the public no longer sees have addresses that are good for ten minutes, as their owner's page has. */
function exportItem(item: KeptItem, addresses: PhotoAddresses): PersonalData['items'][number] {
	const hidden = item.bannedAt !== null || item.deletedAt !== null;
	return {
		...item,
		photos: item.photos.map((hash) => (hidden ? addresses.signed(hash) : addresses.of(hash))),
		createdAt: item.createdAt.toISOString(),
		soldAt: moment(item.soldAt),
		bannedAt: moment(item.bannedAt),
		deletedAt: moment(item.deletedAt),
	};
}

function moment(date: Date | null): string | null {
	return date === null ? null : date.toISOString();
}

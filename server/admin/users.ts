import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import type { AdminUserDeals } from '#contract/admin/deals.ts';
import {
	ADMIN_USER_ITEM_LIMITS,
	ADMIN_USER_MESSAGES,
	type AdminUser,
	banUser,
	bulkChangeUsers,
	exportUsers,
	getUser,
	listUsers,
	unbanUser,
	verifyUser,
	warnUser,
} from '#contract/admin/users.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import type { ITEM_STATUSES } from '#contract/items/facts.ts';
import { actorOf } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { and, inArray, isNotNull, isNull, sql } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';
import { issueWarning, moderateUser, moderateUsers } from '#server/features/accounts/moderation.ts';
import { findPersonDeals, type PersonDeals } from '#server/features/deals/reviews/queries.ts';
import { readIdempotencyKey } from '#server/http/request-headers.ts';
import { route } from '#server/http/route.ts';
import { logUnchanged } from './audit.ts';
import type { AdminDeps } from './kit/deps.ts';
import { adminList, ifSet, type ListSection, yesOrNo } from './kit/list.ts';
import { listUserHistory, matchesUser, NAME_KEY } from './kit/queries.ts';

type UserFilters = Pick<
	z.output<(typeof listUsers)['query']>,
	'search' | 'isVerified' | 'isBanned'
>;

type UserRow = Awaited<ReturnType<typeof readUsers>>[number];

/** All users except erased ones. */
export const USERS: ListSection<UserFilters, UserRow, AdminUser> = {
	table: users,
	// The conditions repeat the expressions of the indexes word for word, so that PostgreSQL can use the indexes.
	where: ({ search, isVerified, isBanned }) =>
		and(
			isNull(users.deletedAt),
			ifSet(search, matchesUser),
			ifSet(isVerified, (expected) => (expected ? isNotNull : isNull)(users.verifiedAt)),
			ifSet(isBanned, (expected) => (expected ? isNotNull : isNull)(users.bannedAt)),
		),
	orders: {
		newest: sql`${users.id} desc`,
		oldest: sql`${users.id}`,
		name: sql`${NAME_KEY}, ${users.id}`,
	},
	read: (db, ids) => readUsers(db, ids, ADMIN_USER_ITEM_LIMITS.inList),
	find: async (db, id) => (await readUsers(db, [id], ADMIN_USER_ITEM_LIMITS.inDetails))[0],
	notFound: AUTH_ERRORS.userNotFound,
	present: presentAdminUser,
	columns: [
		{ title: 'Number', value: ({ id }) => id },
		{ title: 'Name', value: ({ userName }) => userName },
		{ title: 'Email', value: ({ email }) => email },
		{
			title: 'Email confirmed',
			value: ({ email, emailConfirmedAt }) => email && yesOrNo(emailConfirmedAt !== null),
		},
		{ title: 'Phone', value: ({ phone }) => phone, isPhoneNumber: true },
		{ title: 'Verified', value: ({ verifiedAt }) => yesOrNo(verifiedAt !== null) },
		{ title: 'Banned', value: ({ bannedAt }) => yesOrNo(bannedAt !== null) },
		{ title: 'Ban reason', value: ({ banReason }) => banReason },
		{ title: 'Joined', value: ({ createdAt }) => createdAt },
		{ title: 'Items', value: ({ itemCount }) => itemCount },
	],
	audit: { viewed: 'VIEW_USERS', exported: 'USERS_EXPORTED', all: 'users', one: 'user' },
};

/** Routes to view and moderate users. */
export function adminUserRoutes(app: FastifyInstance, deps: AdminDeps): void {
	const { db } = deps;
	const handlers = adminList(deps, USERS);

	route(app, listUsers, async (call) => {
		const { rows, pagination } = await handlers.list(call);
		return { users: rows, pagination };
	});

	route(app, exportUsers, handlers.export);

	route(app, getUser, async (call) => {
		const user = presentAdminUser(await handlers.one(call));
		const deals = presentUserDeals(await findPersonDeals(db, user.id));
		return { user, deals, history: await listUserHistory(db, user.id) };
	});

	moderationRoutes(app, deps);
}

function moderationRoutes(app: FastifyInstance, deps: AdminDeps): void {
	route(app, verifyUser, async ({ params, body: { isVerified, ...options }, request }) => {
		const action = isVerified ? 'verify' : 'unverify';
		const changed = await moderateUser(deps, actorOf(request), params.id, action, options);
		// What the user was before, so that the page can undo the change.
		const { wasRefused, wasByAddress } = changed;
		const message = isVerified ? ADMIN_USER_MESSAGES.verified : ADMIN_USER_MESSAGES.unverified;
		return { message, wasRefused, wasByAddress };
	});

	route(app, banUser, async ({ params, body, request }) => {
		await moderateUser(deps, actorOf(request), params.id, 'ban', body);
		return { message: ADMIN_USER_MESSAGES.banned };
	});

	route(app, unbanUser, async ({ params, request }) => {
		await moderateUser(deps, actorOf(request), params.id, 'unban');
		return { message: ADMIN_USER_MESSAGES.unbanned };
	});

	route(app, warnUser, async ({ params, body, request }) => {
		const idempotencyKey = readIdempotencyKey(request);
		await issueWarning(deps, actorOf(request), params.id, body.message, idempotencyKey);
		return { message: ADMIN_USER_MESSAGES.warned };
	});

	route(app, bulkChangeUsers, async ({ body: { userIds, action, ...options }, request }) => {
		const bulkDeps = { ...deps, db: deps.backgroundDb };
		const users = await moderateUsers(bulkDeps, actorOf(request), userIds, action, options);
		const changed = users.map(({ id }) => id);
		// What the users were before, so that the page can undo the change.
		const refused = users.filter(({ wasRefused }) => wasRefused).map(({ id }) => id);
		const byAddress = users.filter(({ wasByAddress }) => wasByAddress).map(({ id }) => id);
		const unchanged = userIds.filter((id) => !changed.includes(id));
		await logUnchanged(deps.backgroundDb, request, unchanged);
		const message = BULK_MESSAGES.changed(changed.length);
		return { message, changed, unchanged, refused, byAddress };
	});
}

/** The users with these ids, each with up to `itemsMax` newest items. */
function readUsers(db: Db, ids: readonly number[], itemsMax: number) {
	return db
		.select({
			id: users.id,
			userName: users.userName,
			email: users.email,
			emailConfirmedAt: users.emailConfirmedAt,
			phone: users.phone,
			verifiedAt: users.verifiedAt,
			bannedAt: users.bannedAt,
			banReason: users.banReason,
			createdAt: users.createdAt,
			// Written with table names, which Drizzle leaves out in a select from one table: `id` alone would
			// be the item's.
			itemCount: sql<number>`(
				select count(*)::int from ${items} as theirs
				where theirs.seller_id = users.id and theirs.deleted_at is null)`,
			items: newestItems(itemsMax),
		})
		.from(users)
		.where(and(inArray(users.id, [...ids]), isNull(users.deletedAt)));
}

interface ItemOfUser {
	id: number;
	title: string;
	status: (typeof ITEM_STATUSES)[number];
	/** ISO 8601, as PostgreSQL writes it. */
	createdAt: string;
}

const newestItems = (limit: number) => sql<ItemOfUser[]>`(
	select coalesce(json_agg(json_build_object(
		'id', newest.id, 'title', newest.title, 'createdAt', newest.created_at,
		'status', case when newest.banned_at is not null then 'banned'
			when newest.sold_at is not null then 'sold' else 'available' end
	) order by newest.id desc), '[]')
	from (
		select theirs.id, theirs.title, theirs.created_at, theirs.banned_at, theirs.sold_at
		from ${items} as theirs
		where theirs.seller_id = users.id and theirs.deleted_at is null
		order by theirs.id desc limit ${limit}
	) as newest)`;

function presentAdminUser(row: UserRow): AdminUser {
	return {
		id: row.id,
		userName: row.userName,
		email: row.email,
		isEmailConfirmed: row.emailConfirmedAt !== null,
		phoneNumber: row.phone,
		isVerified: row.verifiedAt !== null,
		isBanned: row.bannedAt !== null,
		banReason: row.banReason,
		createdAt: row.createdAt.toISOString(),
		itemCount: row.itemCount,
		Items: row.items.map((item) => ({
			...item,
			createdAt: new Date(item.createdAt).toISOString(),
		})),
	};
}

function presentUserDeals({ deals, missed, reviewCount, rating }: PersonDeals): AdminUserDeals {
	return { completed: deals, missed, reviews: reviewCount, rating };
}
